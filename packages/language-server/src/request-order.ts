import {
  ErrorCodes,
  Message,
  type MessageStrategy,
  type MessageWriter,
  type ResponseMessage,
} from "vscode-languageserver";

/**
 * Holds an editor to the order of the protocol: `initialize` first, and nothing but `exit` after
 * `shutdown`. A request out of order gets an error for an answer, a notification none.
 */
export function requestOrder(writer: MessageWriter): MessageStrategy {
  let state: "new" | "running" | "down" = "new";
  return {
    handleMessage(message, next) {
      if (Message.isResponse(message)) return next(message);
      const method = Message.isRequest(message) || Message.isNotification(message) ? message.method : "";
      if (method === "exit" || (state === "running" && method !== "initialize")) {
        if (method === "shutdown") state = "down";
        return next(message);
      }
      if (state === "new" && method === "initialize") {
        state = "running";
        return next(message);
      }
      if (!Message.isRequest(message)) return undefined;
      const error =
        state === "new"
          ? { code: ErrorCodes.ServerNotInitialized, message: "The server waits for initialize." }
          : {
              code: ErrorCodes.InvalidRequest,
              message: state === "down" ? "The server is shut down." : "The server is initialized already.",
            };
      const response: ResponseMessage = { jsonrpc: "2.0", id: message.id, error };
      void writer.write(response);
      return undefined;
    },
  };
}
