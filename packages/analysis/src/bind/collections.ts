/**
 * Things that hold many of a kind: lists, sets, maps, and records by any key.
 *
 * `pair` is an entry of a map or record, of which only the value counts.
 */
export interface CollectionOf<T> {
  readonly kind: "collection";
  readonly form: "list" | "map" | "record" | "pair";
  /** What each of its elements or values is. */
  readonly of: T;
}

/** A function of a collection that gives elements of it, or the like of the collection itself. */
export interface CollectionMethod<T> {
  readonly kind: "method";
  readonly gives: T | CollectionOf<T> | CollectionOf<CollectionOf<T>>;
}

/** The member that stands for whatever lies under a key or index which the text does not tell. */
export const ANY_ELEMENT = "[]";
/** The member that stands for what going over something gives: of a map the entries, not the values. */
export const EACH_ELEMENT = "[of]";

/** A member that is no name but stands for elements. */
export function isElement(name: string): boolean {
  return name === ANY_ELEMENT || name === EACH_ELEMENT;
}

const GIVES_ELEMENT = new Set(["at", "find", "findLast", "pop", "shift"]);
const GIVES_LIKE = new Set([
  "concat",
  "filter",
  "reverse",
  "slice",
  "sort",
  "splice",
  "toReversed",
  "toSorted",
  "toSpliced",
  "values",
]);

/** What a member of a collection is; `undefined` for those that hand out none of its elements. */
export function memberOfCollection<T>(
  collection: CollectionOf<T>,
  name: string,
): T | CollectionOf<T> | CollectionMethod<T> | undefined {
  const { form, of } = collection;
  const isIndex = /^\d+$/.test(name);
  switch (form) {
    case "pair":
      return name === "1" ? of : undefined;
    case "record":
      return name === EACH_ELEMENT ? undefined : of;
    case "map":
      if (name === ANY_ELEMENT) return of;
      if (name === EACH_ELEMENT) return { kind: "collection", form: "pair", of };
      if (name === "get") return { kind: "method", gives: of };
      if (name === "values") return { kind: "method", gives: listOfSame(of) };
      return name === "entries" ? { kind: "method", gives: entriesOf(of) } : undefined;
    case "list":
      if (isIndex || isElement(name)) return of;
      if (GIVES_ELEMENT.has(name)) return { kind: "method", gives: of };
      if (GIVES_LIKE.has(name)) return { kind: "method", gives: collection };
      return name === "entries" ? { kind: "method", gives: entriesOf(of) } : undefined;
  }
}

export function listOfSame<T>(of: T): CollectionOf<T> {
  return { kind: "collection", form: "list", of };
}

/** What `Object.entries` and `map.entries` give. */
export function entriesOf<T>(of: T): CollectionOf<CollectionOf<T>> {
  return listOfSame({ kind: "collection", form: "pair", of });
}

/** Methods of a list or map that call a function with its elements, and which parameter gets them. */
const CALLS_WITH_ELEMENTS: ReadonlyMap<string, number> = new Map([
  ...["every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "map", "some"].map(
    (name) => [name, 0] as const,
  ),
  ["reduce", 1],
  ["reduceRight", 1],
]);

/** Whether a function that is handed to a method of this name gets the elements as its parameter. */
export function getsElements(method: string, parameter: number): boolean {
  return CALLS_WITH_ELEMENTS.get(method) === parameter;
}

/** Types of the platform that hold many of a kind: their form, and which type argument is the element's. */
export const COLLECTION_TYPES: ReadonlyMap<string, readonly [CollectionOf<unknown>["form"], number]> = new Map([
  ["Array", ["list", 0]],
  ["ReadonlyArray", ["list", 0]],
  ["Set", ["list", 0]],
  ["ReadonlySet", ["list", 0]],
  ["Iterable", ["list", 0]],
  ["IterableIterator", ["list", 0]],
  ["Map", ["map", 1]],
  ["ReadonlyMap", ["map", 1]],
  ["WeakMap", ["map", 1]],
  ["Record", ["record", 1]],
]);
