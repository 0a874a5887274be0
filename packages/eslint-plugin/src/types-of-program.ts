import type { TypeSource } from "@agent-loop/analysis";
import type { Rule } from "eslint";

type DeclaredThing = ReturnType<TypeSource["declarationsOf"]>[number];
type Node = Parameters<TypeSource["declarationsOf"]>[0];

/*
 * The little of TypeScript that is asked. The compiler belongs to whoever set up the parser, in
 * whatever version; this package brings none.
 */
interface Declaration {
  readonly name?: { readonly text?: string };
  getSourceFile(): { readonly fileName: string };
}
interface TsSymbol {
  readonly name: string;
  readonly declarations?: readonly Declaration[];
}
interface Type {
  readonly symbol?: TsSymbol;
  readonly aliasSymbol?: TsSymbol;
  readonly types?: readonly Type[];
  isUnion(): boolean;
  isIntersection(): boolean;
  isClassOrInterface(): boolean;
  getConstructSignatures(): readonly unknown[];
  getCallSignatures(): readonly unknown[];
}
interface Checker {
  getNonNullableType(type: Type): Type;
  getBaseConstraintOfType(type: Type): Type | undefined;
  getDeclaredTypeOfSymbol(symbol: TsSymbol): Type;
  getBaseTypes(type: Type): readonly Type[];
}
interface Program {
  getTypeChecker(): Checker;
  getSourceFiles(): readonly { readonly fileName: string }[];
}
interface Services {
  readonly program: Program;
  getTypeAtLocation(node: Node): Type;
}

const MAX_BASES = 8;

/** The type checker of the lint run; `undefined` when it has none, as is usual. */
export function typesOf({ sourceCode }: Rule.RuleContext): TypeSource | undefined {
  const services: unknown = sourceCode.parserServices;
  if (!hasProgram(services)) return undefined;
  return {
    declarationsOf: (node) => declarationsAt(services, node),
    knowsPackage(isWanted) {
      for (const name of packagesOf(services.program)) if (isWanted(name)) return true;
      return false;
    },
  };
}

function hasProgram(services: unknown): services is Services {
  if (typeof services !== "object" || services === null) return false;
  const { program, getTypeAtLocation } = services as Partial<Record<keyof Services, unknown>>;
  return typeof program === "object" && program !== null && typeof getTypeAtLocation === "function";
}

const packagesOfPrograms = new WeakMap<Program, ReadonlySet<string>>();

function packagesOf(program: Program): ReadonlySet<string> {
  let names = packagesOfPrograms.get(program);
  if (names === undefined) {
    names = new Set(program.getSourceFiles().flatMap(({ fileName }) => packageAt(fileName) ?? []));
    packagesOfPrograms.set(program, names);
  }
  return names;
}

function declarationsAt(services: Services, node: Node): DeclaredThing[] {
  const checker = services.program.getTypeChecker();
  const found: DeclaredThing[] = [];
  const seen = new Set<TsSymbol>();

  function add(symbol: TsSymbol | undefined, isInstance: boolean): void {
    if (symbol === undefined || seen.has(symbol) || seen.size > MAX_BASES) return;
    seen.add(symbol);
    const thing = thingOf(symbol, isInstance);
    if (thing !== undefined) found.push(thing);
    const declared = isInstance ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
    if (declared?.isClassOrInterface() === true)
      for (const base of checker.getBaseTypes(declared)) add(base.symbol, true);
  }

  try {
    const written = services.getTypeAtLocation(node);
    const type = checker.getNonNullableType(checker.getBaseConstraintOfType(written) ?? written);
    // A value that may be one of several things is none of them.
    if (type.isUnion()) return [];
    add(type.aliasSymbol, true);
    for (const part of type.isIntersection() ? (type.types ?? []) : [type])
      add(part.symbol, part.getConstructSignatures().length === 0 && part.getCallSignatures().length === 0);
    return found;
  } catch {
    // A tree that another processor has made, or a type the compiler itself fails on: nothing is settled.
    return [];
  }
}

function thingOf(symbol: TsSymbol, isInstance: boolean): DeclaredThing | undefined {
  for (const declaration of symbol.declarations ?? []) {
    const packageName = packageAt(declaration.getSourceFile().fileName);
    // What is exported as the default is still declared under a name.
    if (packageName !== undefined) return { packageName, name: declaration.name?.text ?? symbol.name, isInstance };
  }
  return undefined;
}

/** The package a file belongs to: the last one on its path, and for `@types/` the one it speaks of. */
function packageAt(path: string): string | undefined {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  const typed = name?.startsWith("@types/") === true ? name.slice("@types/".length) : undefined;
  if (typed === undefined) return name;
  return typed.includes("__") ? `@${typed.replace("__", "/")}` : typed;
}
