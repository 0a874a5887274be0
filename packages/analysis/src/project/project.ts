import { ANY_ELEMENT, isElement, memberOfCollection } from "../bind/collections.js";
import { isBesideTheWork } from "../effects/beside-the-work.js";
import type { EffectFact } from "../effects/function-effects.js";
import type { Judgement } from "../model/judgement.js";
import { DependencyLog } from "./dependencies.js";
import type { Dependencies, Remembered, World } from "./dependencies.js";
import { FileReadings } from "./file-readings.js";
import type { ReadingPlace } from "./file-readings.js";
import type {
  FunctionDetails,
  FunctionShape,
  Guard,
  InstanceShape,
  ModuleDetails,
  ModuleSummary,
  Reference,
  RemoteMembers,
  RemoteShape,
  ReplyFacts,
} from "./module-summary.js";
import {
  isSameShape,
  isSignature,
  keyOfReference,
  OWN_FILE,
  placeOfId,
  UNKNOWN_SHAPE,
  WHOLE_MODULE,
} from "./module-summary.js";
import type { SourceFile, SourcePort } from "./source-port.js";
import { findWaysBack } from "./way-back.js";
import type { WayBack } from "./way-back.js";
import { addTo } from "../syntax/groups.js";

/** What a function of another file does, as far as its whole project says. */
export interface RemoteCall {
  readonly callsModel: Judgement;
  /** From the function to the SDK: `src/llm.ts#ask`, `openai OpenAI#.chat.completions.create`. */
  readonly via: readonly string[];
  readonly reply: ReplyFacts | undefined;
}

/** How a file of the project is read for those that import it. */
export interface FileReader {
  summarise(file: SourceFile): ModuleSummary;
  /** What its functions do beside calling others. */
  detail(file: SourceFile): ModuleDetails;
}

/** What is known about the packages that files of the project import. */
export interface PackageFacts {
  /** The model call that a call of this path is, as the SDK knows it. */
  asks(name: string, path: string): string | undefined;
  /** What a call or construction of this path gives. */
  typeOf(name: string, path: string): { readonly name: string; readonly path: string } | undefined;
}

/** What a function of another file does to the world, and through which functions. */
export interface RemoteEffect {
  readonly effect: EffectFact;
  readonly via: readonly string[];
}

const NOTHING: RemoteCall = { callsModel: "unknown", via: [], reply: undefined };
const NO: RemoteCall = { callsModel: "no", via: [], reply: undefined };
const MAX_STEPS = 40;
/** How long, in milliseconds, answers about other files stand unchecked: nobody edits one file and looks at another in less. */
const TRUSTED = 250;
/** How many functions are looked at before it stays unknown whether one of them asks a model. */
const MAX_VISITED = 2_000;
/**
 * How far a model call may be to be one of the caller's: whatever is further away is an application
 * that has a model somewhere, not a call that asks it. A function that hands on what the next one
 * gives is a wrapper of it, and no step away.
 */
const MAX_WAY = 2;
/** Through how many functions an effect is one of the caller's. */
const MAX_WAY_TO_EFFECT = 4;
/** Through how many functions a limit is one of the caller's, and how much else they may do. */
const MAX_WAY_TO_GUARD = 2;
const FEW_CALLS = 3;
/** How many heirs are looked at before they are taken for alike. */
const MAX_HEIRS = 12;
/** An heir whose answer hangs on the question itself, as that of a decorator does. */
const PENDING: RemoteShape = { kind: "object", members: {} };
/** Stand-ins of tests say nothing about the program. */
const TEST_DOUBLE =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|mocks?|fixtures?|testing|testdata|test-utils?)\/|[.-](?:test|spec|mock|stub|fake)\.[cm]?[jt]sx?#|#(?:Mock|Fake|Stub|Scripted|Dummy|Noop|Null|Test|InMemory)/;

/**
 * The files round the one that is analysed.
 *
 * A summary is computed once for each version of a file and holds for as long as the text is the
 * same; what lies between files is followed when somebody asks.
 */
export class Project {
  readonly #port: SourcePort;
  readonly #summaries: FileReadings<ModuleSummary>;
  readonly #details: FileReadings<ModuleDetails>;
  readonly #mayMatter: (text: string) => boolean;
  readonly #packages: PackageFacts;
  readonly #outlines = new Map<string, Outline>();
  readonly #namespaces = new Map<string, Remembered<RemoteShape>>();
  readonly #inherited = new Map<string, Remembered<RemoteShape>>();
  /** Members of heirs that are being looked for right now. */
  readonly #inheriting = new Set<string>();
  readonly #answers = new Map<string, Remembered<Answer>>();
  readonly #done = new Map<string, Remembered<{ readonly effect: RemoteEffect | undefined }>>();
  readonly #following = new Set<Reference>();
  readonly #log = new DependencyLog();
  /** How other files are now; what is asked here counts as a reason for whatever is being found. */
  readonly world: World = {
    summaryOf: (path: string) => this.summaryOf(path),
    detailsOf: (path: string) => this.#moduleDetailsOf(path),
    resolve: (specifier: string, from: string) => this.#resolve(specifier, from),
    isBarren: (path: string) => this.#isBarren(path),
    filesMentioning: (name: string) => this.#filesMentioning(name),
    extendsName: (path: string, name: string) => this.#extendsName(path, name),
    versionOf: (packageName: string, from: string) => this.versionOf(packageName, from),
  };
  readonly #needs = new Set<string>();
  #round = 0;
  #began = 0;
  #changes: number | undefined;

  constructor(port: SourcePort, reader: FileReader, mayMatter: (text: string) => boolean, packages: PackageFacts) {
    this.#port = port;
    const place: ReadingPlace = { port, log: this.#log, world: this.world, needs: this.#needs };
    this.#summaries = new FileReadings(place, (file) => withoutThrowing(() => reader.summarise(file), unread(file)));
    this.#details = new FileReadings(place, (file) => withoutThrowing(() => reader.detail(file), {}));
    this.#mayMatter = mayMatter;
    this.#packages = packages;
  }

  get port(): SourcePort {
    return this.#port;
  }

  /** How many files were summarised: a change inside of one function should cost one. */
  get computed(): number {
    return this.#summaries.computed;
  }

  /** A new question is asked from outside: files may have changed since the last one. */
  begin(): void {
    const now = Date.now();
    const changes = this.#port.changes?.();
    if (changes !== undefined && changes === this.#changes && now - this.#began < TRUSTED) return;
    this.#changes = changes;
    this.#began = now;
    this.#round++;
    this.#log.begin();
  }

  /** Finds something, and notes everything about other files that it was made from. */
  record<T>(find: () => T): Remembered<T> {
    return this.#log.record(find);
  }

  /** Whether what something was made from is still as it was. */
  holds(dependencies: Dependencies): boolean {
    return this.#log.holds(dependencies, this.world);
  }

  /** The installed version of a package as seen from a file. */
  versionOf(packageName: string, from: string): string | undefined {
    const answer = this.#port.packageVersion(packageName, from);
    const version = answer.state === "found" ? answer.value : undefined;
    this.#log.versioned(packageName, from, version);
    return version;
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
    for (let n = 0; n < MAX_STEPS && current.kind === "reference"; n++) {
      // `const f = () => f().x` leads back to itself.
      if (this.#following.has(current) || this.#following.size > MAX_STEPS) return UNKNOWN_SHAPE;
      current = this.#followOnce(current);
    }
    return current.kind === "reference" ? UNKNOWN_SHAPE : current;
  }

  #followOnce(reference: Reference): RemoteShape {
    this.#following.add(reference);
    try {
      return this.#follow(reference);
    } finally {
      this.#following.delete(reference);
    }
  }

  #follow(reference: Reference): RemoteShape {
    return this.#walk(this.#start(reference), reference.steps);
  }

  #start({ from, specifier, name }: Reference): RemoteShape {
    return specifier === OWN_FILE
      ? (this.summaryOf(from)?.declared[name] ?? UNKNOWN_SHAPE)
      : this.#imported(specifier, from, name);
  }

  #walk(start: RemoteShape, steps: readonly string[]): RemoteShape {
    let shape = start;
    for (const step of steps) {
      shape = this.link(shape);
      if (step === "()") shape = this.resultOf(shape);
      else if (step === "^") shape = shape.kind === "instance" ? this.#asBase(shape) : UNKNOWN_SHAPE;
      else if (step === "#") shape = this.instanceOf(shape);
      else if (step.startsWith("<")) shape = this.takenBy(shape, Number(step.slice(1)));
      else shape = this.memberOf(shape, step.slice(1));
    }
    return shape;
  }

  #imported(specifier: string, from: string, name: string): RemoteShape {
    const path = this.#resolve(specifier, from);
    return path === undefined ? UNKNOWN_SHAPE : this.#exportOf(path, name, new Set());
  }

  #resolve(specifier: string, from: string): string | undefined {
    const answer = this.#port.resolve(specifier, from);
    const target = answer.state === "found" ? answer.value : undefined;
    this.#log.resolved(specifier, from, target);
    return target;
  }

  #filesMentioning(name: string): readonly string[] {
    const files = this.#port.filesMentioning?.(name) ?? [];
    this.#log.mentioned(name, files);
    return files;
  }

  #extendsName(path: string, name: string): boolean {
    const does = extendsName(this.#textOf(path), name);
    this.#log.extended(path, name, does);
    return does;
  }

  #exportOf(path: string, name: string, seen: Set<string>): RemoteShape {
    if (seen.has(path)) return UNKNOWN_SHAPE;
    seen.add(path);
    const summary = this.summaryOf(path);
    if (summary === undefined) return UNKNOWN_SHAPE;
    const whole = summary.exports[WHOLE_MODULE];
    if (name === "*") return whole ?? this.#wholeOf(summary, seen);
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

  /** `import * as all`: an index may re-export hundreds of names, so its object is made once. */
  #wholeOf(summary: ModuleSummary, seen: Set<string>): RemoteShape {
    // On the way to another one it leaves out what leads back.
    if (seen.size > 1) return this.#namespace(summary, seen);
    const known = this.#log.reuse(this.#namespaces.get(summary.path), this.world);
    if (known !== undefined) return known;
    const found = this.#log.record(() => this.#namespace(summary, seen));
    this.#namespaces.set(summary.path, found);
    return found.value;
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
    if (depth > MAX_STEPS || (isElement(name) && !mayHold(linked))) return UNKNOWN_SHAPE;
    switch (linked.kind) {
      case "collection":
        return memberOfCollection<RemoteShape>(linked, name) ?? UNKNOWN_SHAPE;
      case "package":
        return { kind: "package", name: linked.name, path: linked.path === "" ? name : `${linked.path}.${name}` };
      case "object":
        return linked.members[name] ?? anyOf(linked.members, name) ?? this.#agreedElement(linked.members, name);
      case "function":
        return /^(?:call|apply|bind)$/.test(name) ? linked : UNKNOWN_SHAPE;
      case "class":
        if (name === "prototype") return { kind: "instance", of: linked };
        return linked.statics[name] ?? this.memberOf(linked.base, name, depth + 1);
      case "instance": {
        const of = this.link(linked.of);
        if (of.kind !== "class") return UNKNOWN_SHAPE;
        if (of.abstract.includes(name)) return this.#inheritedMember(of.id, name);
        const own = of.members[name];
        if (own === undefined) return this.memberOf(this.#asBase(linked), name, depth + 1);
        return own.kind === "given" ? this.#givenTo(linked, own) : own;
      }
      case "interface": {
        if (linked.plain.includes(name)) return UNKNOWN_SHAPE;
        const own =
          linked.members[name] ??
          anyOf(linked.members, name) ??
          (isSignature(name) ? UNKNOWN_SHAPE : this.#inheritedMember(linked.id, name));
        if (own.kind !== "unknown") return own;
        for (const base of linked.bases) {
          const member = this.memberOf(this.instanceOf(base), name, depth + 1);
          if (member.kind !== "unknown") return member;
        }
        return UNKNOWN_SHAPE;
      }
      default:
        return UNKNOWN_SHAPE;
    }
  }

  /** What a constructor, or a function of this type, is called with. */
  takenBy(shape: RemoteShape, index: number): RemoteShape {
    const linked = this.link(shape);
    return linked.kind === "class" || linked.kind === "signature"
      ? (linked.takes[index] ?? UNKNOWN_SHAPE)
      : UNKNOWN_SHAPE;
  }

  /** What lies under every key of an object, when that is one thing. */
  #agreedElement(members: RemoteMembers, name: string): RemoteShape {
    if (name !== ANY_ELEMENT) return UNKNOWN_SHAPE;
    const [first, ...others] = Object.values(members).map((shape) => this.link(shape));
    return first !== undefined && others.every((other) => isSameShape(first, other)) ? first : UNKNOWN_SHAPE;
  }

  /** An object as its base class sees it, with what the constructor of that class was given. */
  #asBase(instance: InstanceShape): RemoteShape {
    const of = this.link(instance.of);
    const base = of.kind === "class" ? this.instanceOf(of.base) : UNKNOWN_SHAPE;
    if (of.kind !== "class" || base.kind !== "instance") return base;
    const given =
      of.hands === undefined
        ? instance.given
        : of.hands.map((shape) => (shape.kind === "given" ? this.#givenTo(instance, shape) : shape));
    return given === undefined ? base : { ...base, given };
  }

  #givenTo({ given }: InstanceShape, { parameter, members }: RemoteShape & { kind: "given" }): RemoteShape {
    return members.reduce((shape, name) => this.memberOf(shape, name), given?.[parameter] ?? UNKNOWN_SHAPE);
  }

  /**
   * What a call on an interface or an abstract class runs: the member of its heirs in the project.
   * Several heirs count as one when at least half of those that were looked at ask a model: the
   * others are those whose way to a model cannot be read.
   */
  #inheritedMember(id: string, name: string): RemoteShape {
    const key = `${id}.${name}`;
    // Whoever asks again while this is being found is told so.
    if (this.#inheriting.has(key)) return PENDING;
    const known = this.#log.reuse(this.#inherited.get(key), this.world);
    if (known !== undefined) return known;
    this.#inheriting.add(key);
    try {
      const found = this.#log.record(() => this.#findInherited(id, name));
      this.#inherited.set(key, found);
      return found.value;
    } finally {
      this.#inheriting.delete(key);
    }
  }

  #findInherited(id: string, name: string): RemoteShape {
    let asks: RemoteShape | undefined;
    let asking = 0;
    let only: RemoteShape | undefined;
    let counted = 0;
    const { heirs, harmless } = this.#heirsOf(id);
    counted += harmless;
    for (const heir of heirs) {
      if (counted >= MAX_HEIRS) break;
      const member = this.link(this.memberOf(heir, name));
      if (member.kind !== "function" && member.kind !== "package") continue;
      const asked = this.#asked(member, heir);
      if (asked === "pending") continue;
      counted++;
      only ??= member;
      if (asked.callsModel !== "yes") continue;
      asking++;
      asks ??= member.kind === "function" && heir.kind === "instance" ? { ...member, on: heir } : member;
    }
    if (asks !== undefined && asking * 2 >= counted) return asks;
    return counted === 1 && only !== undefined ? only : UNKNOWN_SHAPE;
  }

  /** What stands for an interface or a base class in the project: instances of classes, results of factories, constants. */
  #heirsOf(id: string): { readonly heirs: readonly RemoteShape[]; readonly harmless: number } {
    let harmless = 0;
    const found: RemoteShape[] = [];
    const asked = [id];
    const seen = new Set<string>();
    for (const parent of asked) {
      if (seen.size > MAX_STEPS) break;
      const name = parent.slice(parent.lastIndexOf("#") + 1);
      for (const file of this.#filesMentioning(name)) {
        // Half of the files of a project may be tests: what they make stands for nothing, and need not be read.
        if (TEST_DOUBLE.test(`${file.slice(commonPrefix(file, id))}#`)) continue;
        // A class in a file that leads to no model asks none: it counts, and need not be read.
        if (this.#isBarren(file)) {
          if (this.#extendsName(file, name)) harmless++;
          continue;
        }
        for (const { type, value } of this.summaryOf(file)?.provides ?? []) {
          const stands = this.link(type);
          if ((stands.kind !== "class" && stands.kind !== "interface") || stands.id !== parent) continue;
          const heir = this.link(value);
          const of = heir.kind === "instance" ? this.link(heir.of) : heir;
          const heirId = "id" in of ? of.id : `${file}#`;
          // Doubles also lie beside what they stand for.
          if (TEST_DOUBLE.test(heirId.slice(commonPrefix(heirId, id)))) continue;
          if ("id" in of) {
            if (seen.has(of.id)) continue;
            seen.add(of.id);
            if (of.kind === "class" || of.kind === "interface") asked.push(of.id);
          }
          if (heir.kind !== "interface") found.push(heir);
        }
      }
    }
    return { heirs: found, harmless };
  }

  /** Whether a file leads to nothing that asks a model; what cannot be read does not. */
  #isBarren(path: string): boolean {
    const text = this.#textOf(path);
    return text !== undefined && !this.reachesFacts(path, text);
  }

  #textOf(path: string): string | undefined {
    const answer = this.#port.text(path);
    return answer.state === "found" ? answer.value : undefined;
  }

  resultOf(shape: RemoteShape): RemoteShape {
    const linked = this.link(shape);
    if (linked.kind === "package") return this.#made(linked.name, linked.path === "" ? "default" : linked.path, "()");
    if (linked.kind === "method") return linked.gives;
    return linked.kind === "function" ? linked.returns : UNKNOWN_SHAPE;
  }

  instanceOf(shape: RemoteShape): RemoteShape {
    const linked = this.link(shape);
    if (linked.kind === "package")
      return linked.path.endsWith("#")
        ? linked
        : this.#made(linked.name, `${linked.path === "" ? "default" : linked.path}#`, "");
    // The name of a type may stand for a value already: `type Deps = { llm: OpenAI }`.
    if (
      linked.kind === "interface" ||
      linked.kind === "collection" ||
      linked.kind === "signature" ||
      linked.kind === "object" ||
      linked.kind === "instance"
    )
      return linked;
    return linked.kind === "class" ? { kind: "instance", of: linked } : UNKNOWN_SHAPE;
  }

  #made(name: string, path: string, suffix: string): RemoteShape {
    const typed = this.#packages.typeOf(name, path);
    return typed === undefined ? { kind: "package", name, path: path + suffix } : { kind: "package", ...typed };
  }

  /**
   * Whether a function of the project asks a model, and through what.
   *
   * @param self The object it is called on, whose class may fill in what its base class leaves open.
   */
  askedBy(shape: RemoteShape, self: RemoteShape = UNKNOWN_SHAPE): RemoteCall {
    const linked = this.link(shape);
    if (linked.kind !== "function") return NOTHING;
    const asked = this.#asked(linked, this.link(self));
    return asked === "pending" ? NO : asked;
  }

  /** The shortest way from a function to a model call. */
  #asked(start: FunctionShape | (RemoteShape & { kind: "package" }), self: RemoteShape): RemoteCall | "pending" {
    if (start.kind === "package") {
      const asks = this.#packages.asks(start.name, start.path);
      return asks === undefined ? NO : { callsModel: "yes", via: [asks], reply: undefined };
    }
    const first = this.#called(start, self);
    const known = this.#log.reuse(this.#answers.get(first.key), this.world);
    if (known !== undefined) return known.call;
    const { value: search, dependencies } = this.#log.record(() => this.#search(first));
    for (const [key, value] of search.settled) this.#answers.set(key, { value, dependencies });
    return search.answer;
  }

  #called(shape: FunctionShape, on: RemoteShape): Called {
    const self = shape.on ?? on;
    const of = self.kind === "instance" ? this.link(self.of) : UNKNOWN_SHAPE;
    if (self.kind !== "instance" || of.kind !== "class") return { key: shape.id, shape, self: undefined };
    // Called on an object of the class it stands in, it does what it does without one.
    if (self.given === undefined && shape.id.startsWith(`${of.id}.`)) return { key: shape.id, shape, self: undefined };
    return { key: `${shape.id} of ${of.id}${self.given === undefined ? "" : JSON.stringify(self.given)}`, shape, self };
  }

  /** What a call in a function leads to, and the object that is called on. */
  #calleeOf(call: RemoteShape, { shape, self }: Called): { readonly callee: RemoteShape; readonly on: RemoteShape } {
    const last = call.kind === "reference" ? call.steps.at(-1) : undefined;
    if (call.kind !== "reference" || last?.startsWith(".") !== true)
      return { callee: this.link(call), on: UNKNOWN_SHAPE };
    const name = last.slice(1);
    const before = call.steps.slice(0, -1);
    const isOwn = call.specifier === OWN_FILE && before[0] === "#" && shape.id.startsWith(`${call.from}#${call.name}.`);
    // `super.ask()` is that of the base, and runs on the same object.
    if (isOwn && before[1] === "^") {
      const own = this.link({ ...call, steps: ["#"] });
      return { callee: this.link(this.memberOf(this.#walk(own, ["^"]), name)), on: self ?? own };
    }
    const on = this.link(isOwn && self !== undefined ? this.#walk(self, before.slice(1)) : { ...call, steps: before });
    return { callee: this.link(this.memberOf(on, name)), on };
  }

  #search(start: Called): { readonly answer: RemoteCall | "pending"; readonly settled: ReadonlyMap<string, Answer> } {
    // The functions that are so many steps away; the nearest are looked at first.
    const levels: Step[][] = [[], [{ called: start, caller: undefined, away: 1 }]];
    const visited = new Set<string>();
    let pending = false;
    let tooFar = false;
    for (const level of levels) {
      for (const step of level) {
        if (visited.has(step.called.key)) continue;
        visited.add(step.called.key);
        const { facts } = step.called.shape;
        if (facts.asks !== undefined)
          return this.#found(step, { callsModel: "yes", via: [facts.asks], reply: undefined }, 1);
        if (visited.size > MAX_VISITED) return { answer: NOTHING, settled: new Map() };
        for (const [calls, far] of [
          [facts.wraps, 0],
          [facts.calls, 1],
        ] as const) {
          // What one of many commands does is not what the dispatcher does.
          const away = step.away + (facts.choosesCommand ? MAX_WAY : far);
          for (const call of calls) {
            if (this.#leadsNowhere(call)) continue;
            const { callee, on } = this.#calleeOf(call, step.called);
            if (callee === PENDING) pending = true;
            if (callee.kind === "package") {
              const asks = this.#packages.asks(callee.name, callee.path);
              if (asks !== undefined) return this.#found(step, { callsModel: "yes", via: [asks], reply: undefined }, 1);
            }
            const called = callee.kind === "function" ? this.#called(callee, on) : undefined;
            if (called === undefined || visited.has(called.key)) continue;
            const answer = this.#log.reuse(this.#answers.get(called.key), this.world);
            if (answer?.call.callsModel === "no") continue;
            if (answer?.call.callsModel === "yes" && away + answer.away - 1 <= MAX_WAY)
              return this.#found(step, answer.call, far + answer.away);
            if (away > MAX_WAY || answer !== undefined) tooFar = true;
            else (levels[away] ??= []).push({ called, caller: step, away });
          }
        }
      }
    }
    if (pending) return { answer: "pending", settled: new Map() };
    if (tooFar) return { answer: NOTHING, settled: new Map([[start.key, { call: NOTHING, away: 0 }]]) };
    // Nothing that can be reached from here asks, so nothing on the way does either.
    return { answer: NO, settled: new Map([...visited].map((key) => [key, { call: NO, away: 0 }])) };
  }

  /** The answers for all functions on the way to a model call that is so far away from the last of them. */
  #found(
    last: Step,
    call: RemoteCall,
    away: number,
  ): { readonly answer: RemoteCall; readonly settled: ReadonlyMap<string, Answer> } {
    const settled = new Map<string, Answer>();
    let answer = call;
    for (let step: Step | undefined = last; step !== undefined; step = step.caller) {
      const { key, shape } = step.called;
      const reply = this.detailsOf(shape)?.reply ?? answer.reply;
      answer = { callsModel: "yes", via: [shape.id, ...answer.via], reply };
      settled.set(key, { call: answer, away: away + last.away - step.away });
    }
    return { answer, settled };
  }

  /**
   * The nearest effect behind a function: its own, or that of a function it calls without having
   * looked first. What is called to write a log or to look something up is not followed.
   */
  doneBy(shape: RemoteShape): RemoteEffect | undefined {
    const linked = this.link(shape);
    if (linked.kind !== "function") return undefined;
    const start = this.#called(linked, UNKNOWN_SHAPE);
    const known = this.#log.reuse(this.#done.get(start.key), this.world);
    if (known !== undefined) return known.effect;
    const found = this.#log.record(() => ({ effect: this.#findEffect(start) }));
    this.#done.set(start.key, found);
    return found.value.effect;
  }

  #findEffect(start: Called): RemoteEffect | undefined {
    const steps: { readonly called: Called; readonly via: readonly string[] }[] = [
      { called: start, via: [start.shape.id] },
    ];
    const seen = new Set([start.key]);
    for (const { called, via } of steps) {
      const { facts, id } = called.shape;
      if (isBesideTheWork(nameIn(id))) continue;
      const details = this.detailsOf(called.shape);
      const effect = details?.effects[0];
      if (effect !== undefined) return { effect, via };
      if (via.length >= MAX_WAY_TO_EFFECT || steps.length > MAX_VISITED) continue;
      const guarded = new Set(details?.onceOnly.map(keyOfReference));
      // What a function does that asks a model is done for the model; that is looked at where it stands.
      if (facts.asks !== undefined) continue;
      for (const call of [...facts.wraps, ...facts.calls]) {
        if (call.kind === "reference" && guarded.has(keyOfReference(call))) continue;
        const { callee, on } = this.#calleeOf(call, called);
        const next = callee.kind === "function" ? this.#called(callee, on) : undefined;
        if (next === undefined || seen.has(next.key)) continue;
        seen.add(next.key);
        steps.push({ called: next, via: [...via, next.shape.id] });
      }
    }
    return undefined;
  }

  /** How a call of another file's function comes back into the file it is made in: recursion across files. */
  waysBack(shape: RemoteShape, self: RemoteShape, home: string): WayBack[] {
    const linked = this.link(shape);
    if (linked.kind !== "function") return [];
    return findWaysBack<Called>(this.#called(linked, this.link(self)), home, {
      shapeOf: (called) => called.shape,
      keyOf: (called) => called.key,
      calledBy: (called) => this.#calledBy(called),
    });
  }

  /**
   * How a function goes by a comparison of something that is kept: by itself, or by a function to
   * which it leaves little else: `countCall() { this.costs.enforceLimit(); }`.
   */
  guardIn(shape: RemoteShape): Guard | undefined {
    const linked = this.link(shape);
    if (linked.kind !== "function") return undefined;
    const own = this.detailsOf(linked)?.mayGuard;
    if (own !== undefined) return own;
    let called = [this.#called(linked, UNKNOWN_SHAPE)];
    for (let away = 0; away < MAX_WAY_TO_GUARD; away++) {
      called = called.flatMap((one) => {
        const { calls, wraps } = one.shape.facts;
        return calls.length + wraps.length > FEW_CALLS ? [] : this.#calledBy(one, true);
      });
      const guard = called
        .map(({ shape: one }) => this.detailsOf(one)?.mayGuard)
        .find((how) => how?.startsWith("throws"));
      if (guard !== undefined) return guard;
    }
    return undefined;
  }

  /** The functions that a function calls; those of files that hold nothing only when they are asked for. */
  #calledBy(called: Called, everywhere = false): Called[] {
    const { facts } = called.shape;
    return [...facts.wraps, ...facts.calls].flatMap((call) => {
      if (!everywhere && this.#leadsNowhere(call)) return [];
      const { callee, on } = this.#calleeOf(call, called);
      return callee.kind === "function" ? [this.#called(callee, on)] : [];
    });
  }

  /** A call into a file without a fact need not be followed: most helpers are of that kind. */
  #leadsNowhere(call: RemoteShape): boolean {
    if (call.kind !== "reference" || call.specifier === OWN_FILE) return false;
    const path = this.#resolve(call.specifier, call.from);
    return path !== undefined && this.#isBarren(path);
  }

  summaryOf(path: string): ModuleSummary | undefined {
    const summary = this.#summaries.of(path);
    this.#log.read(path, summary);
    return summary;
  }

  /** What a function of the project does beside calling others; `undefined` when it cannot be read any more. */
  detailsOf({ id }: FunctionShape): FunctionDetails | undefined {
    const { file, name } = placeOfId(id);
    return this.#moduleDetailsOf(file)?.[name];
  }

  #moduleDetailsOf(path: string): ModuleDetails | undefined {
    const details = this.#details.of(path);
    this.#log.readClosely(path, details);
    return details;
  }

  /**
   * Whether a file, or anything it leads to, has a text without which there is no fact in it: by its
   * imports, and by what stands in for the interfaces on the way. When in doubt the answer is yes.
   */
  reachesFacts(path: string, text: string): boolean {
    const reaches = this.#findsFacts(path, text);
    this.#log.gated(path, !reaches);
    return reaches;
  }

  #findsFacts(path: string, text: string): boolean {
    const start = this.#outline(path, text);
    if (start.matters || start.fertile === this.#round) return true;
    if (start.barren === this.#round) return false;
    const visited = new Set([path]);
    const open = [start];
    for (const outline of open) {
      for (const next of this.#nextTo(outline)) {
        if (visited.has(next)) continue;
        visited.add(next);
        const answer = this.#port.text(next);
        if (answer.state === "not-loaded") {
          this.#needs.add(next);
          return true;
        }
        if (answer.state !== "found") continue;
        const reached = this.#outline(next, answer.value);
        if (reached.matters || reached.fertile === this.#round) {
          start.fertile = this.#round;
          return true;
        }
        // Nothing that this one leads to matters either.
        if (reached.barren !== this.#round) open.push(reached);
      }
    }
    for (const outline of open) outline.barren = this.#round;
    return false;
  }

  #outline(path: string, text: string): Outline {
    const known = this.#outlines.get(path);
    if (known !== undefined && known.text === text) return known;
    const outline: Outline = {
      path,
      text,
      matters: this.#mayMatter(text),
      imports: importsIn(text),
      types: typesIn(text),
      heirs: heirsIn(text),
      barren: -1,
      fertile: -1,
    };
    this.#outlines.set(path, outline);
    return outline;
  }

  *#nextTo({ path, imports, types }: Outline): Iterable<string> {
    // The walk of the gate is one question, however many it asks itself.
    for (const specifier of imports) {
      const target = this.#port.resolve(specifier, path);
      if (target.state === "found") yield target.value;
    }
    // Whoever extends what stands for a type stands for it as well.
    const names = new Set(types);
    for (const name of names) {
      for (const file of this.#port.filesMentioning?.(name) ?? []) {
        yield file;
        const text = this.#textOf(file);
        for (const heir of text === undefined ? [] : (this.#outline(file, text).heirs.get(name) ?? [])) names.add(heir);
      }
    }
  }
}

/** What the gate has to know of one version of a file. */
interface Outline {
  readonly path: string;
  readonly text: string;
  readonly matters: boolean;
  readonly imports: readonly string[];
  /** Interfaces and abstract classes: other files may hold what stands for them. */
  readonly types: readonly string[];
  /** Its classes, by the types that they extend or implement. */
  readonly heirs: ReadonlyMap<string, readonly string[]>;
  /** The round in which nothing was found that it leads to. */
  barren: number;
  /** The round in which something was found. */
  fertile: number;
}

/** What was found out about a function, and how far away the model is from it. */
interface Answer {
  readonly call: RemoteCall;
  readonly away: number;
}

/** A function, and the object it is called on when that is of another class than the one it is written in. */
interface Called {
  /** What answers are remembered under. */
  readonly key: string;
  readonly shape: FunctionShape;
  readonly self: InstanceShape | undefined;
}

/** A function that may ask, and who calls it. */
interface Step {
  readonly called: Called;
  readonly caller: Step | undefined;
  readonly away: number;
}

/** What the file offers is unknown: it is nested deeper than the stack allows. */
function unread({ path }: SourceFile): ModuleSummary {
  return { path, exports: {}, declared: {}, provides: [], stars: [] };
}

function withoutThrowing<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** What lies under whatever name that is not written, in a type with an index signature. */
function anyOf(members: RemoteMembers, name: string): RemoteShape | undefined {
  return isSignature(name) ? undefined : members[ANY_ELEMENT];
}

/** Whether something may have elements. */
function mayHold({ kind }: RemoteShape): boolean {
  return kind === "collection" || kind === "object" || kind === "interface";
}

/** The name a function is called by: `path#Class.method` → `method`. */
function nameIn(id: string): string {
  return id.slice(Math.max(id.lastIndexOf("#"), id.lastIndexOf(".")) + 1);
}

/** How far two ids agree: what all files of a project have in their paths tells nothing about one of them. */
function commonPrefix(a: string, b: string): number {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  return a.lastIndexOf("/", end - 1) + 1;
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;

function extendsName(text: string | undefined, name: string): boolean {
  return (
    text !== undefined && new RegExp(`\\b(?:implements|extends)\\b[^{]*\\b${name.replaceAll("$", "\\$")}\\b`).test(text)
  );
}

/** Every interface and abstract class a text could declare. */
function typesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:interface|abstract\s+class)\s+([A-Za-z_$][\w$]*)/g)].flatMap(
    (match) => match[1] ?? [],
  );
}

/** Every class a text could declare with what it extends or implements. */
function heirsIn(text: string): Map<string, string[]> {
  const heirs = new Map<string, string[]>();
  for (const [, name = "", parents = ""] of text.matchAll(
    /\b(?:class|interface)\s+([A-Za-z_$][\w$]*)[^{]*?\b(?:extends|implements)\b([^{]*)/g,
  )) {
    for (const parent of parents.match(/[A-Za-z_$][\w$]*/g) ?? []) addTo(heirs, parent, name);
  }
  return heirs;
}

/** Every specifier a text could import, without parsing it. */
function importsIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(IMPORT)) if (match[1] !== undefined) found.add(match[1]);
  return [...found];
}
