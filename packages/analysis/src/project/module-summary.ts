import type { CollectionMethod, CollectionOf } from "../bind/collections.js";
import type { SymbolId } from "../model/judgement.js";
import type { Contract } from "../file/file-context.js";
import type { ReplyShape } from "../catalogue/schema.js";
import type { Dispatcher } from "../tools/dispatchers.js";
import type { EffectFact } from "../effects/function-effects.js";
import type { RequestHelper } from "../effects/request-helpers.js";
import type { SubjectHelper } from "../effects/subject-helpers.js";

/**
 * What a file offers to the files that import it: plain data, without nodes and without positions,
 * so that it outlives the tree and stays equal when only positions change.
 *
 * A summary speaks of its own file only. What lies behind an import stays a `reference` until
 * somebody asks; the project follows it then.
 */
export type RemoteShape =
  | { readonly kind: "package"; readonly name: string; readonly path: string }
  | FunctionShape
  | ClassShape
  | InstanceShape
  /** What a constructor is given as its parameter, or a part of it; known where somebody constructs. */
  | { readonly kind: "given"; readonly parameter: number; readonly members: readonly string[] }
  | { readonly kind: "object"; readonly members: RemoteMembers }
  | InterfaceShape
  | CollectionOf<RemoteShape>
  | CollectionMethod<RemoteShape>
  /** A function of which only its type is written, with what it is called with. */
  | { readonly kind: "signature"; readonly takes: readonly RemoteShape[] }
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | Reference
  | { readonly kind: "unknown" };

export type RemoteMembers = Readonly<Record<string, RemoteShape>>;

/**
 * Something behind an import: the export `name` of what `specifier` leads to from `from`, and what
 * is done with it. With `OWN_FILE` as specifier, something declared in `from` itself.
 */
export interface Reference {
  readonly kind: "reference";
  readonly from: string;
  readonly specifier: string;
  readonly name: string;
  /** `.ask`: a member, `.[]`: one of its elements, `()`: what a call returns, `#`: an instance, `^`: the same object as its base class sees it, `<0`: the first thing a constructor or a function of this type takes. */
  readonly steps: readonly string[];
}

export const OWN_FILE = "";

/** Equal for references to the same. */
export function keyOfReference({ from, specifier, name, steps }: Reference): string {
  return [from, specifier, name, ...steps].join("\n");
}

export interface FunctionShape {
  readonly kind: "function";
  /** `path#Class.method` */
  readonly id: string;
  readonly facts: FunctionFacts;
  readonly returns: RemoteShape;
  /** The object it is a method of, where an interface was resolved to it. */
  readonly on?: InstanceShape;
}

export interface InstanceShape {
  readonly kind: "instance";
  readonly of: RemoteShape;
  /** What its constructor was given, where that is known. */
  readonly given?: readonly RemoteShape[];
}

export interface ClassShape {
  readonly kind: "class";
  readonly id: string;
  readonly statics: RemoteMembers;
  readonly members: RemoteMembers;
  readonly base: RemoteShape;
  /** What the constructor is declared to take; unknown where no type of the project is written. */
  readonly takes: readonly RemoteShape[];
  /** What it hands to the constructor of its base; `undefined` when it has no constructor and hands on what it is given. */
  readonly hands: readonly RemoteShape[] | undefined;
  /** Methods that are declared and left to subclasses. */
  readonly abstract: readonly string[];
}

export interface InterfaceShape {
  readonly kind: "interface";
  readonly id: string;
  readonly members: RemoteMembers;
  /** Fields that hold texts, numbers and the like: whoever implements the interface puts no code there. */
  readonly plain: readonly string[];
  readonly bases: readonly RemoteShape[];
}

/** What can be told apart by an id: the rest of a summary refers to it. */
export type DeclaredShape = FunctionShape | ClassShape | InterfaceShape;

/** A value that the text gives out as something of a type: `function make(): Llm { return … }`, `const llm: Llm = …`. */
export interface Provision {
  readonly type: RemoteShape;
  readonly value: RemoteShape;
}

/** How a function goes by a comparison of something it keeps: it throws before it waits for anything, it throws later, or it answers. */
export type Guard = "throws-first" | "throws" | "answers";

/** What a function calls and hands back, and what a look at its form tells: every question about a call of it depends on these. */
export interface FunctionFacts {
  /** The model call it makes, as the SDK knows it: `openai chat.completions.create`. */
  readonly asks: string | undefined;
  /** What it calls and whose result comes back from it: as far as a model is asked there, it is a wrapper of that. */
  readonly wraps: readonly RemoteShape[];
  /** It hands back what one of many calls gives: which one is its caller's choice, as that of a command is. */
  readonly choosesCommand: boolean;
  /** What else it calls, any of which may ask a model; all of it when the function asks one itself. */
  readonly calls: readonly RemoteShape[];
  /** Calls it makes on what it is given: parameter 0, `.chat.completions.create`. */
  readonly onParameters: readonly ParameterCall[];
  /** What a comment beside it promises; a contract travels with its function. */
  readonly contract: Contract | undefined;
  /** The properties in which it says whether it came to an end or to its limit. */
  readonly flags: readonly string[];
  /** What it does to something that its callers name. */
  readonly acts: SubjectHelper | undefined;
  /** The tools it runs by the name it is given. */
  readonly dispatches: Dispatcher | undefined;
  /** The request it sends for its callers. */
  readonly request: RequestHelper | undefined;
}

/** What else a function does by itself. Few are looked at so closely, so this is read when somebody asks. */
export interface FunctionDetails {
  /** What it hands back, when that is (a part of) a reply. */
  readonly reply: ReplyFacts | undefined;
  /** It compares something it keeps, and throws or answers by it: it may hold a limit. */
  readonly mayGuard: Guard | undefined;
  /** It compares sizes, of whatever: a depth that it is handed may be among them. */
  readonly comparesSizes: boolean;
  /** It waits for a person. */
  readonly asksHuman: boolean;
  /** By its name something that it calls notices when the same comes again. */
  readonly notices: boolean;
  /** What it does itself to the world outside, where nothing in it keeps a second time from counting. */
  readonly effects: readonly EffectFact[];
  /** Those of its calls that it makes only after a look at what is there already. */
  readonly onceOnly: readonly Reference[];
  /** What it says of a text it is given: under the property that says so, or under "" when the whole answer does. */
  readonly tells: Readonly<Record<string, readonly TextFact[]>>;
}

/** The functions of a file by the part of their id behind the path. */
export type ModuleDetails = Readonly<Record<string, FunctionDetails>>;

/** A function hands on a part of what it is given, or answers whether words are in it. */
export interface TextFact {
  readonly how: "hands" | "asks";
  readonly parameter: number;
  /** From the parameter to the part that is meant. */
  readonly path: readonly string[];
  /** A parser or a schema has looked at it. */
  readonly parsed: boolean;
  /** The question can only be put to a text. */
  readonly isStringMethod: boolean;
}

export interface ParameterCall {
  readonly parameter: number;
  /** The members from the parameter to the function; empty when the parameter itself is called. */
  readonly members: readonly string[];
}

export interface ReplyFacts {
  readonly shape: ReplyShape | undefined;
  /** Where in the reply; `[]` for any element. */
  readonly path: readonly string[];
  readonly parsed: boolean;
}

export interface ModuleSummary {
  readonly path: string;
  readonly exports: RemoteMembers;
  /** Functions, classes and interfaces by the part of their id behind the path. */
  readonly declared: Readonly<Record<string, DeclaredShape>>;
  /** What stands for an interface or a base class of whatever file. */
  readonly provides: readonly Provision[];
  /** `export * from "./other.js"` */
  readonly stars: readonly string[];
}

/** The file and the name that an id is put together from; a private method has a `#` in its name, too. */
export function placeOfId(id: string): SymbolId {
  const hash = id.search(/(?<![.#])#[^/]*$/);
  return { file: id.slice(0, hash), name: id.slice(hash + 1) };
}

/** The export that `module.exports = …` puts in the place of all others. */
export const WHOLE_MODULE = "module.exports";

export const UNKNOWN_SHAPE: RemoteShape = { kind: "unknown" };

/** The member under which a type keeps what one of its functions is called with, apart from what such a function does. */
export function signatureOf(name: string): string {
  return `${name}()`;
}

export function isSignature(name: string): boolean {
  return name.endsWith("()");
}

/** Whether two shapes are known to be one thing. */
export function isSameShape(a: RemoteShape, b: RemoteShape): boolean {
  if (a === b) return a.kind !== "unknown";
  if (a.kind === "package" && b.kind === "package") return a.name === b.name && a.path === b.path;
  if (a.kind === "instance" && b.kind === "instance") return isSameShape(a.of, b.of);
  if (a.kind === "reference" && b.kind === "reference")
    return (
      a.from === b.from &&
      a.specifier === b.specifier &&
      a.name === b.name &&
      a.steps.length === b.steps.length &&
      a.steps.every((step, i) => step === b.steps[i])
    );
  return "id" in a && "id" in b && a.id === b.id;
}
