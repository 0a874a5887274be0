import type { Tracer } from "@opentelemetry/api";
import type { Telemetry } from "../telemetry.js";

export interface OpenTelemetryOptions {
  /** The tracer. Default: `trace.getTracer("@agent-loop/guard")` of `@opentelemetry/api`. */
  readonly tracer?: Tracer;
  /** Attributes for every span: `gen_ai.provider.name`, `gen_ai.request.model`, `gen_ai.agent.id`. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Sends the spans of `runLoop` to OpenTelemetry: `invoke_agent` for the run, `execute_tool` inside it for each tool
 * call, with the attributes of the conventions for generative AI.
 *
 * @returns telemetry for `runLoop`, or `undefined` when `@opentelemetry/api` is not installed: `runLoop` then makes no spans.
 */
export async function openTelemetry({ tracer, attributes: common = {} }: OpenTelemetryOptions = {}): Promise<
  Telemetry | undefined
> {
  const api = await import("@opentelemetry/api").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error; // installed and broken is not the same as not installed
  });
  if (!api) return undefined;
  const { SpanKind, SpanStatusCode, trace } = api;
  const spans = tracer ?? trace.getTracer("@agent-loop/guard");

  return {
    span: (name, attributes, work) =>
      spans.startActiveSpan(
        name,
        { kind: SpanKind.INTERNAL, attributes: { ...common, ...attributes } },
        async (span) => {
          try {
            return await work((more) => span.setAttributes(more));
          } catch (error) {
            const { name: type, message } = error instanceof Error ? error : new Error(String(error));
            span.recordException({ name: type, message });
            span.setAttribute("error.type", type);
            span.setStatus({ code: SpanStatusCode.ERROR, message });
            throw error;
          } finally {
            span.end();
          }
        },
      ),
  };
}

/** Where the runtime gives its error a code. */
const MISSING_CODES = new Set(["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING"]);
/** The words of workerd and of browsers, which have none. */
const MISSING_WORDS =
  /(?:no such module|resolve|bare specifier).*@opentelemetry\/api|@opentelemetry\/api.*(?:resolve|bare specifier)/i;

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? MISSING_CODES.has(String(error.code)) : MISSING_WORDS.test(error.message);
}
