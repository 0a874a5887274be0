import { Uri } from "vscode";

/**
 * The server knows files only. What a virtual file system holds is a file to it, whose path begins
 * with the scheme and the authority: `vscode-vfs://github/a/b.ts` is `/vscode-vfs/github/a/b.ts`.
 */
export const virtualUris: { code2Protocol(uri: Uri): string; protocol2Code(value: string): Uri } = {
  code2Protocol(uri) {
    const { scheme, authority, path } = uri;
    if (scheme === "untitled") return uri.toString();
    return Uri.from({
      scheme: "file",
      path: `/${scheme}/${encodeURIComponent(authority) || NO_AUTHORITY}${path}`,
    }).toString();
  },
  protocol2Code(value) {
    const uri = Uri.parse(value);
    if (uri.scheme !== "file") return uri;
    const [, scheme = "file", authority = "", ...path] = uri.path.split("/");
    return Uri.from({
      scheme,
      authority: authority === NO_AUTHORITY ? "" : decodeURIComponent(authority),
      path: `/${path.join("/")}`,
    });
  },
};

const NO_AUTHORITY = "-";
