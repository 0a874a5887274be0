/** Attributes of a span, named after the OpenTelemetry conventions for generative AI where they have a name. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Where spans go. `@agent-loop/guard/otel` makes one of OpenTelemetry; any other tracer fits as well. */
export interface Telemetry {
  /**
   * Runs `work` inside a span and ends the span with it; a throw marks the span as failed and goes on.
   * `work` may add attributes that are known only later.
   */
  span<Result>(
    name: string,
    attributes: SpanAttributes,
    work: (add: (more: SpanAttributes) => void) => Promise<Result>,
  ): Promise<Result>;
}

export const noTelemetry: Telemetry = { span: (_name, _attributes, work) => work(() => undefined) };
