import { Uri, type Webview } from "vscode";

/** The page of the loop view. It may run its own script and style, and load nothing else. */
export function panelPage(webview: Webview, folder: Uri): string {
  const script = webview.asWebviewUri(Uri.joinPath(folder, "loop-view.js")).toString();
  const style = webview.asWebviewUri(Uri.joinPath(folder, "loop-view.css")).toString();
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Loop</title>
</head>
<body>
<main id="view"></main>
<p id="said" role="status" class="unseen"></p>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
