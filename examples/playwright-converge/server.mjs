import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { models } from "./models.mjs";

/** Serves the page, the guard library as it is published, and the model. */
const model = models[process.env.MODEL ?? "steady"];
const guard = new URL("./", import.meta.resolve("@agent-loop/guard"));
const types = { html: "text/html", js: "text/javascript" };

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  if (pathname === "/model") {
    const parts = [];
    for await (const part of request) parts.push(part);
    return response.end(JSON.stringify(model(JSON.parse(Buffer.concat(parts).toString("utf8")))));
  }
  const file = pathname.startsWith("/guard/")
    ? new URL(pathname.slice("/guard/".length), guard)
    : new URL(`./page${pathname === "/" ? "/index.html" : pathname}`, import.meta.url);
  try {
    const text = await readFile(fileURLToPath(file));
    response.setHeader("content-type", types[pathname.split(".").at(-1)] ?? types.html).end(text);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(process.env.PORT ?? 4178), "127.0.0.1");
