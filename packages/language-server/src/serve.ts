import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { startServer } from "./server.js";
import { requestOrder } from "./request-order.js";

/** Speaks the Language Server Protocol over two streams. */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): void {
  const writer = new StreamMessageWriter(output);
  const connection = createConnection(new StreamMessageReader(input), writer, {
    messageStrategy: requestOrder(writer),
  });
  startServer(connection);
  connection.listen();
}
