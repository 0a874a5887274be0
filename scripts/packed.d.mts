/** Every package of the workspace that is not private: its folder, its manifest. */
export function publicPackages(): { readonly folder: string; readonly manifest: { readonly name: string; readonly version: string } }[];
/** Writes the tarballs into a folder; gives the path of each by package name. */
export function pack(into: string): Map<string, string>;
