/** What esbuild tells of a bundle, as far as it is read. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: object }>>;
}

/** Writes `third-party-notices.txt` and `bundle.meta.json`; throws for a package without a licence. */
export function writeBundledLicences(bundles: { readonly metafiles: readonly Metafile[]; readonly folder: string; readonly out: string; readonly copied?: readonly string[] }): void;
