import { MessageType, ShowMessageNotification, type Connection } from "vscode-languageserver";

/** Sends what nothing of ours depends on: an editor may refuse it, or be gone. */
export function tellOnly(sent: Promise<unknown>): void {
  sent.catch(() => undefined);
}

/** Shows a mistake to the person, without asking for an answer. */
export function showMistake(connection: Connection, message: string): void {
  tellOnly(connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message }));
}
