import { messageOf } from "./thrown.js";

/** The part of the Standard Schema interface (Zod, Valibot, ArkType and others) that is used here. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** A schema of any library that follows Standard Schema, or a function that returns the value or throws. */
export type Schema<Output> = StandardSchema<Output> | ((value: unknown) => Output);

export type Parsed<Output> =
  { readonly ok: true; readonly value: Output } | { readonly ok: false; readonly problems: readonly string[] };

/** Reads a value by a schema. Never throws for a value that does not fit; each problem names the place. */
export async function parseWith<Output>(schema: Schema<Output>, value: unknown): Promise<Parsed<Output>> {
  if (!("~standard" in schema)) {
    try {
      return { ok: true, value: schema(value) };
    } catch (error) {
      return { ok: false, problems: [messageOf(error)] };
    }
  }
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return { ok: true, value: result.value };
  return {
    ok: false,
    problems: result.issues.map(({ message, path = [] }) => {
      const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
      return place === "" ? message : `${place}: ${message}`;
    }),
  };
}
