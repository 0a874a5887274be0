import type { Judgement } from "../model/judgement.js";
import type { ClassShape, FunctionShape, ModuleSummary, Reference, RemoteShape, ReplyFacts } from "./module-summary.js";
import { UNKNOWN_SHAPE, WHOLE_MODULE } from "./module-summary.js";
import type { SourceFile, SourcePort } from "./source-port.js";

/** What a function of another file does, as far as its whole project says. */
export interface RemoteCall {
  readonly callsModel: Judgement;
  /** From the function to the SDK: `src/llm.ts#ask`, `openai OpenAI#.chat.completions.create`. */
  readonly via: readonly string[];
  readonly reply: ReplyFacts | undefined;
}

const NOTHING: RemoteCall = { callsModel: "unknown", via: [], reply: undefined };
const MAX_STEPS = 40;
const MAX_LINKS = 400;
/** How many heirs are looked at before they are taken for alike. */
const MAX_HEIRS = 8;

interface Known {
  readonly text: string;
  readonly summary: ModuleSummary;
}

/**
 * The files round the one that is analysed.
 *
 * A summary is computed once for each version of a file and holds for as long as the text is the
 * same; what lies between files is followed when somebody asks.
 */
export class Project {
  readonly #port: SourcePort;
  readonly #summarise: (file: SourceFile) => ModuleSummary;
  readonly #mayMatter: (text: string) => boolean;
  readonly #known = new Map<string, Known>();
  readonly #reach = new Map<string, { text: string; reaches: boolean }>();
  readonly #inherited = new Map<string, RemoteShape>();
  readonly #needs = new Set<string>();
  /** How many summaries were computed: a change inside of one function should cost one. */
  computed = 0;

  constructor(port: SourcePort, summarise: (file: SourceFile) => ModuleSummary, mayMatter: (text: string) => boolean) {
    this.#port = port;
    this.#summarise = summarise;
    this.#mayMatter = mayMatter;
  }

  get port(): SourcePort {
    return this.#port;
  }

  /** Files that were asked for and are not loaded yet. */
  takeNeeds(): string[] {
    const needs = [...this.#needs];
    this.#needs.clear();
    return needs;
  }

  /** Follows references until something is known, or nothing can be. */
  link(shape: RemoteShape): RemoteShape {
    let current = shape;
    for (let n = 0; n < MAX_STEPS && current.kind === "reference"; n++) current = this.#follow(current);
    return current.kind === "reference" ? UNKNOWN_SHAPE : current;
  }

  #follow({ from, specifier, name, steps }: Reference): RemoteShape {
    const path = this.#resolve(specifier, from);
    if (path === undefined) return UNKNOWN_SHAPE;
    let shape = this.#exportOf(path, name, new Set());
    for (const step of steps) {
      shape = this.link(shape);
      if (step === "()") shape = this.resultOf(shape);
      else if (step === "#") shape = this.instanceOf(shape);
      else shape = this.memberOf(shape, step.slice(1));
    }
    return shape;
  }

  #resolve(specifier: string, from: string): string | undefined {
    const answer = this.#port.resolve(specifier, from);
    return answer.state === "found" ? answer.value : undefined;
  }

  #exportOf(path: string, name: string, seen: Set<string>): RemoteShape {
    if (seen.has(path)) return UNKNOWN_SHAPE;
    seen.add(path);
    const summary = this.summaryOf(path);
    if (summary === undefined) return UNKNOWN_SHAPE;
    const whole = summary.exports[WHOLE_MODULE];
    if (name === "*") return whole ?? this.#namespace(summary, seen);
    const own = summary.exports[name];
    if (own !== undefined) return own;
    if (whole !== undefined) return name === "default" ? whole : this.memberOf(whole, name);
    for (const star of summary.stars) {
      const target = this.#resolve(star, path);
      const shape = target === undefined ? UNKNOWN_SHAPE : this.#exportOf(target, name, seen);
      if (shape.kind !== "unknown") return shape;
    }
    return UNKNOWN_SHAPE;
  }

  #namespace(summary: ModuleSummary, seen: Set<string>): RemoteShape {
    const members: Record<string, RemoteShape> = {};
    for (const star of summary.stars) {
      const target = this.#resolve(star, summary.path);
      const shape = target === undefined ? UNKNOWN_SHAPE : this.#exportOf(target, "*", seen);
      if (shape.kind === "object") Object.assign(members, shape.members);
    }
    return { kind: "object", members: { ...members, ...summary.exports } };
  }

  memberOf(shape: RemoteShape, name: string, depth = 0): RemoteShape {
    const linked = this.link(shape);
    if (depth > MAX_STEPS) return UNKNOWN_SHAPE;
    switch (linked.kind) {
      case "package":
        return { kind: "package", name: linked.name, path: linked.path === "" ? name : `${linked.path}.${name}` };
      case "object":
        return linked.members[name] ?? UNKNOWN_SHAPE;
      case "class":
        return linked.statics[name] ?? this.memberOf(linked.base, name, depth + 1);
      case "instance": {
        const of = this.link(linked.of);
        if (of.kind !== "class") return UNKNOWN_SHAPE;
        if (of.abstract.includes(name)) return this.#inheritedMember(of.id, name);
        return of.members[name] ?? this.memberOf(this.instanceOf(of.base), name, depth + 1);
      }
      case "interface":
        return linked.members[name] ?? this.#inheritedMember(linked.id, name);
      default:
        return UNKNOWN_SHAPE;
    }
  }

  /**
   * What a call on an interface or an abstract class runs: the member of its heirs in the project.
   * Several heirs count as one when at least half of those that were looked at ask a model: the
   * others are those whose way to a model cannot be read.
   */
  #inheritedMember(id: string, name: string): RemoteShape {
    const key = `${id}.${name}`;
    const known = this.#inherited.get(key);
    if (known !== undefined) return known;
    // Whoever asks again while this is being found gets no answer.
    this.#inherited.set(key, UNKNOWN_SHAPE);
    const members = this.#heirsOf(id, new Set())
      .map((heir) => heir.members[name] ?? UNKNOWN_SHAPE)
      .filter((shape) => this.link(shape).kind === "function")
      .slice(0, MAX_HEIRS);
    const asking = members.filter((shape) => this.askedBy(shape).callsModel === "yes");
    const [only, ...others] = members;
    const [asks] = asking.length * 2 >= members.length ? asking : [];
    const member = (others.length === 0 ? only : asks) ?? UNKNOWN_SHAPE;
    this.#inherited.set(key, member);
    return member;
  }

  /** The exported classes that implement or extend something, also through each other. */
  #heirsOf(id: string, seen: Set<string>): ClassShape[] {
    if (seen.has(id) || seen.size > MAX_STEPS) return [];
    seen.add(id);
    const name = id.slice(id.lastIndexOf("#") + 1);
    const found: ClassShape[] = [];
    for (const file of this.#port.filesMentioning?.(name) ?? []) {
      for (const shape of Object.values(this.summaryOf(file)?.exports ?? {})) {
        if (shape.kind !== "class" || seen.has(shape.id)) continue;
        const parents = [shape.base, ...shape.implements].map((parent) => this.link(parent));
        if (!parents.some((parent) => (parent.kind === "class" || parent.kind === "interface") && parent.id === id)) continue;
        found.push(shape, ...this.#heirsOf(shape.id, seen));
      }
    }
    return found;
  }

  resultOf(shape: RemoteShape): RemoteShape {
    const linked = this.link(shape);
    if (linked.kind === "package") return { kind: "package", name: linked.name, path: `${linked.path}()` };
    return linked.kind === "function" ? linked.returns : UNKNOWN_SHAPE;
  }

  instanceOf(shape: RemoteShape): RemoteShape {
    const linked = this.link(shape);
    if (linked.kind === "package") return { kind: "package", name: linked.name, path: `${linked.path}#` };
    if (linked.kind === "interface") return linked;
    return linked.kind === "class" ? { kind: "instance", of: linked } : UNKNOWN_SHAPE;
  }

  /** Whether a function of the project asks a model, and through what. */
  askedBy(shape: RemoteShape): RemoteCall {
    const linked = this.link(shape);
    if (linked.kind !== "function") return NOTHING;
    return this.#asked(linked, new Set(), { left: MAX_LINKS });
  }

  #asked(shape: FunctionShape, seen: Set<string>, budget: { left: number }): RemoteCall {
    const { facts, id } = shape;
    if (facts.asks !== undefined) return { callsModel: "yes", via: [id, facts.asks], reply: facts.reply };
    if (seen.has(id)) return { ...NOTHING, callsModel: "no" };
    seen.add(id);
    let judgement: Judgement = "no";
    for (const call of facts.calls) {
      if (budget.left-- <= 0) return NOTHING;
      const callee = this.link(call);
      if (callee.kind !== "function") continue;
      const asked = this.#asked(callee, seen, budget);
      if (asked.callsModel === "yes") return { callsModel: "yes", via: [id, ...asked.via], reply: facts.reply ?? asked.reply };
      if (asked.callsModel === "unknown") judgement = "unknown";
    }
    return { callsModel: judgement, via: [], reply: undefined };
  }

  summaryOf(path: string): ModuleSummary | undefined {
    const text = this.#port.text(path);
    if (text.state === "not-loaded") this.#needs.add(path);
    if (text.state !== "found") return undefined;
    const known = this.#known.get(path);
    if (known !== undefined && known.text === text.value) return known.summary;
    const parsed = this.#port.parse(path);
    if (parsed.state === "not-loaded") this.#needs.add(path);
    // A file that does not parse while it is edited keeps what was last known of it.
    if (parsed.state !== "found") return known?.summary;
    const summary = this.#summarise(parsed.value);
    this.computed++;
    this.#inherited.clear();
    this.#known.set(path, { text: text.value, summary });
    return summary;
  }

  /**
   * Whether a file, or anything it imports, has a text without which nothing in it can ask a model.
   * When in doubt the answer is yes.
   */
  reachesModel(path: string, text: string): boolean {
    if (this.#mayMatter(text)) return true;
    return importsIn(text).some((specifier) => {
      const target = this.#resolve(specifier, path);
      return target !== undefined && this.#fileReaches(target);
    });
  }

  #fileReaches(path: string): boolean {
    const answer = this.#port.text(path);
    if (answer.state === "not-loaded") this.#needs.add(path);
    if (answer.state !== "found") return answer.state === "not-loaded";
    const known = this.#reach.get(path);
    if (known !== undefined && known.text === answer.value) return known.reaches;
    // While the answer is being found, files that import each other count as not reaching.
    this.#reach.set(path, { text: answer.value, reaches: false });
    const reaches = this.reachesModel(path, answer.value);
    this.#reach.set(path, { text: answer.value, reaches });
    return reaches;
  }
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;

/** Every specifier a text could import, without parsing it. */
function importsIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(IMPORT)) if (match[1] !== undefined) found.add(match[1]);
  return [...found];
}

