import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runLoop } from "@agent-loop/guard";
import { scriptedModel } from "@agent-loop/guard/testing";
import { context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { BasicTracerProvider, InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { build } from "esbuild";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTelemetry } from "../src/otel/index.js";
import { stackContextManager } from "./stack-context-manager.js";

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("test");
beforeAll(() => void context.setGlobalContextManager(stackContextManager()));
beforeEach(() => exporter.reset());

async function traced(act: (tool: string) => unknown): Promise<ReadableSpan[]> {
  await runLoop({
    task: "ticket-7",
    name: "triage",
    budget: { steps: 5 },
    propose: scriptedModel({ kind: "act", actions: [{ tool: "search" }] }, { kind: "finish", output: "done", usage: { total_tokens: 12 } }),
    act: ({ tool }) => act(tool),
    verify: () => "yes",
    telemetry: await openTelemetry({ tracer, attributes: { "gen_ai.provider.name": "openai" } }),
  });
  return exporter.getFinishedSpans();
}

describe("with OpenTelemetry", () => {
  test("a run is a span invoke_agent with the attributes of the conventions", async () => {
    const agent = (await traced(() => "ok")).find(({ name }) => name === "invoke_agent triage");
    expect(agent?.kind).toBe(SpanKind.INTERNAL);
    expect(agent?.attributes).toEqual({
      "gen_ai.provider.name": "openai",
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "triage",
      "gen_ai.conversation.id": "ticket-7",
      "agent_loop.status": "completed",
      "agent_loop.reason": "verified",
      "agent_loop.steps": 2,
      "agent_loop.tokens": 12,
    });
  });

  test("a tool call is a span execute_tool inside it", async () => {
    const spans = await traced(() => "ok");
    const [tool, agent] = ["execute_tool search", "invoke_agent triage"].map((name) => spans.find((span) => span.name === name));
    expect(tool?.attributes).toMatchObject({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search", "gen_ai.tool.type": "function" });
    expect(tool?.parentSpanContext?.spanId).toBe(agent?.spanContext().spanId);
  });

  test("a tool that fails has a failed span, and the run that copes with it has not", async () => {
    const spans = await traced(() => Promise.reject(new TypeError("no index")));
    const [tool, agent] = ["execute_tool search", "invoke_agent triage"].map((name) => spans.find((span) => span.name === name));
    expect(tool?.status).toEqual({ code: SpanStatusCode.ERROR, message: "no index" });
    expect(tool?.attributes["error.type"]).toBe("TypeError");
    expect(tool?.events.map(({ name }) => name)).toEqual(["exception"]);
    expect(agent?.status.code).toBe(SpanStatusCode.UNSET);
  });

  test("a run that is escalated says why", async () => {
    const telemetry = await openTelemetry({ tracer });
    await runLoop({ task: "t", budget: { steps: 0 }, propose: scriptedModel({ kind: "finish", output: 1 }), act: () => 1, verify: () => "yes", telemetry });
    expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({ "agent_loop.status": "escalated", "agent_loop.reason": "steps", "error.type": "steps" });
  });

  test("every gen_ai and error attribute and operation is one that the conventions know", async () => {
    const known = new Set<string>(Object.values(conventions).filter((value) => typeof value === "string"));
    const spans = await traced(() => Promise.reject(new Error("x")));
    const used = spans.flatMap(({ attributes }) => [...Object.keys(attributes), String(attributes["gen_ai.operation.name"])]);
    expect(used.filter((name) => !name.startsWith("agent_loop.") && !known.has(name))).toEqual([]);
  });

  test("the tracer of the API is taken when none is given, and does nothing while no SDK is set up", async () => {
    const telemetry = await openTelemetry();
    expect(await telemetry?.span("x", {}, async () => 7)).toBe(7);
  });
});

test("without @opentelemetry/api installed there is no telemetry, and no error", async () => {
  const { outputFiles: [file] } = await build({ entryPoints: [fileURLToPath(new URL("../src/otel/index.ts", import.meta.url))], bundle: true, packages: "external", format: "esm", write: false });
  const script = `${file?.text ?? ""}; console.log(await openTelemetry());`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: tmpdir() });
  expect(stdout.trim()).toBe("undefined");
});
