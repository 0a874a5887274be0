import { callbackUse } from "./callbacks.js";
import { bare, forEachChild, isFunction } from "../syntax/node.js";
import type {
  CallExpression,
  FunctionNode,
  Identifier,
  LoopNode,
  MemberExpression,
  NewExpression,
  Node,
} from "../syntax/node.js";
import { changeBits, includes, join, NOWHERE, setBits, without } from "./states.js";
import type { States } from "./states.js";

/** A call that is being walked through: which function runs, and from where. */
export interface Frame {
  readonly fn: FunctionNode;
  readonly call: CallExpression | NewExpression | undefined;
  readonly caller: Frame | undefined;
}

/** What a walk looks for. Bits are named by the caller; a bit that is set stays set. */
export interface PathEvents {
  /** Bits that hold once a node has been evaluated. */
  bitsOf(node: Node, frame: Frame | undefined): number;
  /** Bits that a call stands for when the walk does not go through the function it runs. */
  bitsOfOpaqueCall(call: CallExpression | NewExpression): number;
  /** Bits that a node takes away, and sets in their place: a flag that gets a new value. */
  rewrittenBy(node: Node, frame: Frame | undefined): { readonly cleared: number; readonly set: number } | undefined;
  /** The two bits of a flag a condition asks: on each outcome one is set, and the other one excludes it. */
  flagOf(
    condition: Node,
    frame: Frame | undefined,
  ): { readonly whenTrue: number; readonly whenFalse: number } | undefined;
  /** Bits that hold on one outcome of a condition; `undefined` when the condition says nothing. */
  bitsOfOutcome(
    condition: Node,
    frame: Frame | undefined,
  ): { readonly whenTrue: number; readonly whenFalse: number } | undefined;
  /** Bits that say "the limit is reached"; a value that is only kept for later has not led anywhere yet. */
  readonly reachedBits: number;
  /** The function a call runs, when the walk should go through it. */
  calleeOf(call: CallExpression | NewExpression): FunctionNode | undefined;
  /** The getter behind what reads like a field. */
  getterOf(member: MemberExpression): FunctionNode | undefined;
  /** Whether a call runs that function later, and hands it nothing of its own arguments. */
  isBooked(call: CallExpression | NewExpression): boolean;
  /** Whether a function that a call keeps for later has to run before the code goes on. */
  isWaitedFor(fn: FunctionNode): boolean;
  /** What a name in a condition stands for, when it is one expression. */
  definitionOf(identifier: Identifier): Node | undefined;
  /** Called where the cycle closes by something else than its own loop: a recursive call. */
  isRecursion?(call: CallExpression | NewExpression, frame: Frame | undefined): boolean;
}

/** One place where a turn ends and the next begins. */
export interface BackEdge {
  /** The `continue`, the recursive call, or the loop itself when its body runs to the end. */
  readonly node: Node;
  readonly states: States;
}

/** How one turn of a cycle ends. */
export interface Turn {
  readonly backEdges: readonly BackEdge[];
  /** False when there were too many ways to follow them all. */
  readonly complete: boolean;
}

const MAX_INLINE_DEPTH = 5;
const MAX_STATES = 4096;

interface JumpFrame {
  /** The loop, switch or labelled statement that `break` leaves. */
  readonly target: Node;
  readonly label: string | undefined;
  readonly isLoop: boolean;
  readonly isBreakable: boolean;
  breaks: States;
  continues: States;
}

interface CallFrame {
  returnsTrue: States;
  returnsFalse: States;
  readonly jumps: JumpFrame[];
}

interface TryFrame {
  throws: States;
}

interface PendingJump {
  readonly key: string;
  readonly states: States;
  readonly resume: (states: States) => void;
}

interface Outcome {
  readonly whenTrue: States;
  readonly whenFalse: States;
}

const NEITHER: Outcome = { whenTrue: NOWHERE, whenFalse: NOWHERE };

/**
 * Walks every way through structured code and says with which bits each turn of a cycle ends.
 *
 * Code is structured, so one compositional pass is enough: branches join, loops run to a fixed
 * point, `finally` is run for every way that leaves its `try`, and functions of the same file are
 * walked through where they are called. A walk over-approximates: it never misses a way, and it
 * may show one that cannot be taken because two conditions exclude each other.
 */
export class PathWalk {
  readonly #events: PathEvents;
  readonly #cycle: Node;
  readonly #label: string | undefined;
  #frame: Frame | undefined;
  #call: CallFrame = { returnsTrue: NOWHERE, returnsFalse: NOWHERE, jumps: [] };
  #try: TryFrame | undefined;
  #finallies: PendingJump[][] = [];
  readonly #backEdges = new Map<Node, States>();
  #overflow = false;
  #depth = 0;

  private constructor(events: PathEvents, cycle: Node, label?: string) {
    this.#events = events;
    this.#cycle = cycle;
    this.#label = label;
  }

  /** The ends of one turn of a loop statement. */
  static throughLoop(loop: LoopNode, events: PathEvents, start: States, label: string | undefined): Turn {
    const walk = new PathWalk(events, loop, label);
    walk.#turn(loop, start);
    return walk.#result();
  }

  /** The ends of one turn of a function: where it calls itself again, or (`repeats`) where it returns. */
  static throughFunction(fn: FunctionNode, events: PathEvents, start: States, repeats: boolean): Turn {
    const walk = new PathWalk(events, fn);
    const end = walk.#functionBody(fn, start);
    if (repeats) walk.#closeTurn(fn, join(join(end, walk.#call.returnsTrue), walk.#call.returnsFalse));
    return walk.#result();
  }

  #result(): Turn {
    return {
      backEdges: [...this.#backEdges].map(([node, states]) => ({ node, states })),
      complete: !this.#overflow,
    };
  }

  #closeTurn(node: Node, states: States): void {
    if (states.size === 0) return;
    this.#backEdges.set(node, join(this.#backEdges.get(node) ?? NOWHERE, states));
  }

  // One turn of the loop that is asked about

  #turn(loop: LoopNode, start: States): void {
    const jump = this.#jumpFrame(loop, true, this.#label);
    this.#call.jumps.push(jump);
    switch (loop.type) {
      case "WhileStatement": {
        const { whenTrue } = this.#condition(loop.test, start);
        // The turn only closes where the condition lets the next one begin.
        this.#endOfTurn(
          loop,
          this.#statement(loop.body, whenTrue),
          (states) => this.#condition(loop.test, states).whenTrue,
        );
        break;
      }
      case "ForStatement": {
        const entered = loop.test ? this.#condition(loop.test, start).whenTrue : start;
        const end = this.#statement(loop.body, entered);
        const { test, update } = loop;
        this.#endOfTurn(loop, end, (states) => {
          const updated = update ? this.#expression(update, states) : states;
          return test ? this.#condition(test, updated).whenTrue : updated;
        });
        break;
      }
      case "DoWhileStatement": {
        const end = this.#statement(loop.body, start);
        this.#endOfTurn(loop, end, (states) => this.#condition(loop.test, states).whenTrue);
        break;
      }
      default: {
        const entered = setBits(this.#pattern(loop.left, start), this.#events.bitsOf(loop, this.#frame));
        this.#endOfTurn(loop, this.#statement(loop.body, entered));
      }
    }
    this.#call.jumps.pop();
  }

  #endOfTurn(loop: LoopNode, end: States, after?: (states: States) => States): void {
    this.#closeTurn(loop, after ? after(end) : end);
    // `continue` statements are told apart, so that a finding can point at the one that slips past.
    for (const [node, states] of this.#continues) this.#closeTurn(node, after ? after(states) : states);
  }

  readonly #continues = new Map<Node, States>();

  // Statements

  #statements(nodes: readonly Node[], states: States): States {
    let current = states;
    for (const node of nodes) {
      if (current.size === 0) break;
      current = this.#statement(node, current);
    }
    return current;
  }

  #statement(node: Node, states: States): States {
    if (states.size === 0) return states;
    if (states.size > MAX_STATES) {
      this.#overflow = true;
      return NOWHERE;
    }
    switch (node.type) {
      case "BlockStatement":
        return this.#statements(node.body, states);
      case "ExpressionStatement":
        return this.#expression(node.expression, states);
      case "VariableDeclaration":
        for (const declarator of node.declarations) {
          if (declarator.init) states = this.#kept(declarator.init, states);
          states = this.#happened(declarator, this.#pattern(declarator.id, states));
        }
        return states;
      case "IfStatement": {
        const { whenTrue, whenFalse } = this.#condition(node.test, states);
        const then = this.#statement(node.consequent, whenTrue);
        return join(then, node.alternate ? this.#statement(node.alternate, whenFalse) : whenFalse);
      }
      case "ReturnStatement":
        this.#return(node.argument, states);
        return NOWHERE;
      case "ThrowStatement":
        this.#throw(this.#expression(node.argument, states));
        return NOWHERE;
      case "BreakStatement":
        this.#break(node.label?.name, states);
        return NOWHERE;
      case "ContinueStatement":
        this.#continue(node, node.label?.name, states);
        return NOWHERE;
      case "LabeledStatement":
        return this.#labeled(node.label.name, node.body, states);
      case "SwitchStatement":
        return this.#switch(node, states);
      case "TryStatement":
        return this.#tryStatement(node, states);
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
        return this.#innerLoop(node, states, undefined);
      case "FunctionDeclaration":
      case "ClassDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration":
      case "TSDeclareFunction":
      case "EmptyStatement":
        return states;
      case "ExportNamedDeclaration":
        return node.declaration ? this.#statement(node.declaration, states) : states;
      default:
        return this.#expression(node, states);
    }
  }

  #jumpFrame(target: Node, isLoop: boolean, label?: string): JumpFrame {
    return {
      target,
      label,
      isLoop,
      isBreakable: isLoop || target.type === "SwitchStatement",
      breaks: NOWHERE,
      continues: NOWHERE,
    };
  }

  #labeled(label: string, body: Node, states: States): States {
    if (body.type === "LabeledStatement") return this.#labeled(body.label.name, body.body, states);
    if (
      body.type === "WhileStatement" ||
      body.type === "DoWhileStatement" ||
      body.type === "ForStatement" ||
      body.type === "ForInStatement" ||
      body.type === "ForOfStatement"
    ) {
      return this.#innerLoop(body, states, label);
    }
    const jump = { ...this.#jumpFrame(body, false, label), isBreakable: false };
    this.#call.jumps.push(jump);
    const end = this.#statement(body, states);
    this.#call.jumps.pop();
    return join(end, jump.breaks);
  }

  /** A loop inside the cycle: its body may run any number of times, so bits are joined until nothing is added. */
  #innerLoop(loop: LoopNode, states: States, label: string | undefined): States {
    const jump = this.#jumpFrame(loop, true, label);
    this.#call.jumps.push(jump);
    if (loop.type === "ForStatement" && loop.init) states = this.#statement(loop.init, states);
    if (loop.type === "ForOfStatement" || loop.type === "ForInStatement") states = this.#expression(loop.right, states);
    let entry = states;
    let exits: States = NOWHERE;
    for (;;) {
      jump.continues = NOWHERE;
      let next: States;
      if (loop.type === "DoWhileStatement") {
        const end = join(this.#statement(loop.body, entry), jump.continues);
        const { whenTrue, whenFalse } = this.#condition(loop.test, end);
        next = whenTrue;
        exits = join(exits, whenFalse);
      } else {
        const test = loop.type === "WhileStatement" || loop.type === "ForStatement" ? loop.test : undefined;
        const { whenTrue, whenFalse } = test ? this.#condition(test, entry) : this.#untested(loop, entry);
        exits = join(exits, whenFalse);
        const body =
          loop.type === "ForOfStatement" || loop.type === "ForInStatement"
            ? this.#pattern(loop.left, whenTrue)
            : whenTrue;
        next = join(this.#statement(loop.body, setBits(body, this.#events.bitsOf(loop, this.#frame))), jump.continues);
        if (loop.type === "ForStatement" && loop.update) next = this.#expression(loop.update, next);
      }
      if (includes(entry, next)) break;
      entry = join(entry, next);
      if (entry.size > MAX_STATES) {
        this.#overflow = true;
        break;
      }
    }
    this.#call.jumps.pop();
    return join(exits, jump.breaks);
  }

  #untested(loop: LoopNode, states: States): Outcome {
    // `for (;;)` is left by jumps only; a loop over a list may end before any turn.
    return loop.type === "ForStatement"
      ? { whenTrue: states, whenFalse: NOWHERE }
      : { whenTrue: states, whenFalse: states };
  }

  #switch(node: Extract<Node, { type: "SwitchStatement" }>, states: States): States {
    const entered = this.#expression(node.discriminant, states);
    const jump = this.#jumpFrame(node, false);
    this.#call.jumps.push(jump);
    let falling: States = NOWHERE;
    let hasDefault = false;
    for (const branch of node.cases) {
      if (branch.test === null) hasDefault = true;
      const start = branch.test ? this.#expression(branch.test, entered) : entered;
      falling = this.#statements(branch.consequent, join(falling, start));
    }
    this.#call.jumps.pop();
    return join(join(falling, jump.breaks), hasDefault ? NOWHERE : entered);
  }

  #tryStatement(node: Extract<Node, { type: "TryStatement" }>, states: States): States {
    const pending: PendingJump[] = [];
    if (node.finalizer) this.#finallies.push(pending);
    const outer = this.#try;
    const frame: TryFrame = { throws: NOWHERE };
    this.#try = frame;
    let end = this.#statement(node.block, states);
    this.#try = outer;
    if (node.handler) {
      // Errors of the handler itself go on to whoever is outside.
      const rethrow: TryFrame | undefined = node.finalizer ? { throws: NOWHERE } : outer;
      this.#try = rethrow;
      const caught = setBits(frame.throws, this.#events.bitsOf(node.handler, this.#frame));
      end = join(end, this.#statement(node.handler.body, caught));
      this.#try = outer;
      if (node.finalizer && rethrow)
        pending.push({
          key: "throw",
          states: rethrow.throws,
          resume: (s) => {
            this.#throw(s);
          },
        });
    } else {
      pending.push({
        key: "throw",
        states: frame.throws,
        resume: (s) => {
          this.#throw(s);
        },
      });
    }
    if (!node.finalizer) return end;
    this.#finallies.pop();
    for (const { states: left, resume } of pending) resume(this.#statement(node.finalizer, left));
    return this.#statement(node.finalizer, end);
  }

  /** Sends a jump through the `finally` blocks it leaves, innermost first. */
  #leave(key: string, states: States, resume: (states: States) => void): void {
    const frame = this.#finallies.at(-1);
    if (frame === undefined) resume(states);
    else
      frame.push({
        key,
        states,
        resume: (s) => {
          this.#leave(key, s, resume);
        },
      });
  }

  #break(label: string | undefined, states: States): void {
    const jump = this.#call.jumps.findLast((frame) =>
      label === undefined ? frame.isBreakable : frame.label === label,
    );
    if (jump === undefined) return;
    this.#leave("break", states, (s) => {
      jump.breaks = join(jump.breaks, s);
    });
  }

  #continue(node: Node, label: string | undefined, states: States): void {
    const jump = this.#call.jumps.findLast((frame) => frame.isLoop && (label === undefined || frame.label === label));
    // A label from outside of the cycle: the turn ends by leaving it.
    if (jump === undefined) return;
    if (jump.target === this.#cycle) this.#closeCycleBy(node, states);
    else
      this.#leave("continue", states, (s) => {
        jump.continues = join(jump.continues, s);
      });
  }

  #closeCycleBy(node: Node, states: States): void {
    this.#leave("continue", states, (s) => {
      this.#continues.set(node, join(this.#continues.get(node) ?? NOWHERE, s));
    });
  }

  #return(value: Node | null, states: States): void {
    const call = this.#call;
    if (value === null) {
      this.#leave("return", states, (s) => {
        call.returnsFalse = join(call.returnsFalse, s);
      });
      return;
    }
    const { whenTrue, whenFalse } = this.#condition(value, states);
    this.#leave("return", whenTrue, (s) => {
      call.returnsTrue = join(call.returnsTrue, s);
    });
    this.#leave("return", whenFalse, (s) => {
      call.returnsFalse = join(call.returnsFalse, s);
    });
  }

  #throw(states: States): void {
    if (this.#try !== undefined && states.size > 0) this.#try.throws = join(this.#try.throws, states);
  }

  // Conditions

  #condition(node: Node, states: States): Outcome {
    if (states.size === 0) return NEITHER;
    const expression = bare(node);
    const flag = this.#events.flagOf(expression, this.#frame);
    if (flag === undefined) return this.#outcome(expression, states);
    // A flag that is known from before can only answer as it did then.
    const { whenTrue, whenFalse } = this.#outcome(expression, states);
    return {
      whenTrue: setBits(without(whenTrue, flag.whenFalse), flag.whenTrue),
      whenFalse: setBits(without(whenFalse, flag.whenTrue), flag.whenFalse),
    };
  }

  #outcome(expression: Node, states: States): Outcome {
    const known = this.#events.bitsOfOutcome(expression, this.#frame);
    if (known !== undefined) {
      const evaluated = this.#expression(expression, states);
      return { whenTrue: setBits(evaluated, known.whenTrue), whenFalse: setBits(evaluated, known.whenFalse) };
    }
    switch (expression.type) {
      case "Literal":
        return expression.value ? { whenTrue: states, whenFalse: NOWHERE } : { whenTrue: NOWHERE, whenFalse: states };
      case "UnaryExpression": {
        if (expression.operator !== "!") break;
        const { whenTrue, whenFalse } = this.#condition(expression.argument, states);
        return { whenTrue: whenFalse, whenFalse: whenTrue };
      }
      case "LogicalExpression": {
        const left = this.#condition(expression.left, states);
        if (expression.operator === "&&") {
          const right = this.#condition(expression.right, left.whenTrue);
          return { whenTrue: right.whenTrue, whenFalse: join(left.whenFalse, right.whenFalse) };
        }
        const right = this.#condition(expression.right, left.whenFalse);
        if (expression.operator === "||")
          return { whenTrue: join(left.whenTrue, right.whenTrue), whenFalse: right.whenFalse };
        return { whenTrue: join(left.whenTrue, right.whenTrue), whenFalse: join(left.whenFalse, right.whenFalse) };
      }
      case "ConditionalExpression": {
        const test = this.#condition(expression.test, states);
        const then = this.#condition(expression.consequent, test.whenTrue);
        const otherwise = this.#condition(expression.alternate, test.whenFalse);
        return {
          whenTrue: join(then.whenTrue, otherwise.whenTrue),
          whenFalse: join(then.whenFalse, otherwise.whenFalse),
        };
      }
      case "AwaitExpression":
        return this.#condition(expression.argument, states);
      case "Identifier": {
        if (expression.name === "undefined") return { whenTrue: NOWHERE, whenFalse: states };
        const definition = this.#events.definitionOf(expression);
        if (definition === undefined || this.#depth > MAX_INLINE_DEPTH) break;
        this.#depth++;
        const outcome = this.#condition(definition, states);
        this.#depth--;
        return outcome;
      }
      case "CallExpression": {
        const fn = this.#inlinable(expression);
        // What runs later says nothing about what the call hands back.
        if (fn === undefined || this.#events.isBooked(expression)) break;
        return this.#inline(expression, fn, this.#operands(expression, states));
      }
      case "MemberExpression": {
        const getter = this.#enterable(this.#events.getterOf(expression));
        if (getter === undefined) break;
        return this.#inline(undefined, getter, this.#expression(expression, states));
      }
      case "ObjectExpression":
      case "ArrayExpression":
      case "ArrowFunctionExpression":
      case "FunctionExpression":
      case "NewExpression":
        return { whenTrue: this.#expression(expression, states), whenFalse: NOWHERE };
      default:
    }
    const evaluated = this.#expression(expression, states);
    return { whenTrue: evaluated, whenFalse: evaluated };
  }

  // Expressions

  #expression(node: Node, states: States): States {
    if (states.size === 0) return states;
    switch (node.type) {
      case "Identifier":
      case "Literal":
      case "ThisExpression":
        return setBits(states, this.#events.bitsOf(node, this.#frame));
      case "LogicalExpression": {
        const { whenTrue, whenFalse } = this.#condition(node.left, states);
        const goesOn =
          node.operator === "&&" ? whenTrue : node.operator === "||" ? whenFalse : join(whenTrue, whenFalse);
        const stays =
          node.operator === "&&" ? whenFalse : node.operator === "||" ? whenTrue : join(whenTrue, whenFalse);
        return join(stays, this.#expression(node.right, goesOn));
      }
      case "ConditionalExpression": {
        const { whenTrue, whenFalse } = this.#condition(node.test, states);
        return join(this.#expression(node.consequent, whenTrue), this.#expression(node.alternate, whenFalse));
      }
      case "AssignmentExpression": {
        const before = node.left.type === "MemberExpression" ? this.#expression(node.left, states) : states;
        const value = bare(node.right);
        // `n = ok ? 0 : n + 1` does one thing or the other: each branch is an assignment of its own.
        if (value.type === "ConditionalExpression" && node.operator === "=") {
          const { whenTrue, whenFalse } = this.#condition(value.test, before);
          return join(
            setBits(this.#expression(value.consequent, whenTrue), this.#events.bitsOf(value.consequent, this.#frame)),
            setBits(this.#expression(value.alternate, whenFalse), this.#events.bitsOf(value.alternate, this.#frame)),
          );
        }
        return this.#happened(node, this.#kept(node.right, before));
      }
      case "CallExpression":
      case "NewExpression": {
        const prepared = this.#operands(node, states);
        const fn = this.#inlinable(node);
        const bits = fn === undefined ? this.#events.bitsOfOpaqueCall(node) : 0;
        const started = setBits(this.#happened(node, prepared), bits);
        if (node.type === "CallExpression" && this.#events.isRecursion?.(node, this.#frame)) {
          this.#closeTurn(node, started);
          // What is handed on is so in the turn that begins, and not in this one.
          const goesOn = setBits(prepared, bits | this.#events.bitsOf(node, this.#frame));
          this.#throw(goesOn);
          return goesOn;
        }
        // The call has begun when it throws, so what it counts as has happened.
        this.#throw(started);
        if (fn === undefined) return started;
        const { whenTrue, whenFalse } = this.#inline(this.#events.isBooked(node) ? undefined : node, fn, started);
        return join(whenTrue, whenFalse);
      }
      case "AwaitExpression": {
        const awaited = setBits(this.#expression(node.argument, states), this.#events.bitsOf(node, this.#frame));
        this.#throw(awaited);
        return awaited;
      }
      case "MemberExpression": {
        const object = this.#expression(node.object, states);
        const read = node.computed ? this.#expression(node.property, object) : object;
        return setBits(read, this.#events.bitsOf(node, this.#frame));
      }
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "ClassExpression":
        return states;
      default: {
        let current = states;
        forEachChild(node, (child) => {
          if (!isTypeNode(child)) current = this.#expression(child, current);
        });
        return this.#happened(node, current);
      }
    }
  }

  /** The states after a node: its own bits, and flags that got a new value. */
  #happened(node: Node, states: States): States {
    const rewritten = this.#events.rewrittenBy(node, this.#frame);
    const bits = this.#events.bitsOf(node, this.#frame);
    return rewritten === undefined
      ? setBits(states, bits)
      : changeBits(states, rewritten.cleared, rewritten.set | bits);
  }

  /**
   * A value that goes into a variable. Whether it says "limit reached" counts where the variable is
   * asked, not here: until then the program goes on either way.
   */
  #kept(node: Node, states: States): States {
    const evaluated = this.#expression(node, states);
    let before = this.#events.reachedBits;
    for (const state of states) before &= state;
    const kept = new Set<number>();
    for (const state of evaluated) kept.add((state & ~this.#events.reachedBits) | before);
    return kept;
  }

  /** Default values of a pattern are evaluated like expressions. */
  #pattern(node: Node, states: States): States {
    if (node.type === "Identifier" || node.type === "VariableDeclaration") return states;
    return this.#expression(node, states);
  }

  /** The callee and the arguments of a call, with the callbacks among them. */
  #operands(call: CallExpression | NewExpression, states: States): States {
    const callee = bare(call.callee);
    let current = isFunction(callee) ? states : this.#expression(callee, states);
    const use = callbackUse(callee, call.type === "NewExpression");
    for (const argument of call.arguments) {
      const value = bare(argument);
      if (!isFunction(value)) {
        current = this.#expression(argument, current);
        continue;
      }
      if (use === "later" && !this.#events.isWaitedFor(value)) continue;
      // What holds as soon as a function runs: that a promise was rejected.
      const begun = this.#events.bitsOf(value, this.#frame);
      const ran = this.#callback(value, setBits(current, begun));
      current = use !== "any-number" && begun === 0 ? ran : join(current, ran);
    }
    if (isFunction(callee)) current = this.#callback(callee, current);
    return current;
  }

  #callback(fn: FunctionNode, states: States): States {
    const { whenTrue, whenFalse } = this.#inline(undefined, fn, states);
    return join(whenTrue, whenFalse);
  }

  #inlinable(call: CallExpression | NewExpression): FunctionNode | undefined {
    return this.#enterable(this.#events.calleeOf(call));
  }

  #enterable(fn: FunctionNode | undefined): FunctionNode | undefined {
    if (fn === undefined || fn === this.#cycle || this.#depth >= MAX_INLINE_DEPTH) return undefined;
    for (let frame = this.#frame; frame !== undefined; frame = frame.caller) if (frame.fn === fn) return undefined;
    return fn;
  }

  #inline(call: CallExpression | NewExpression | undefined, fn: FunctionNode, states: States): Outcome {
    const outerCall = this.#call;
    const outerFrame = this.#frame;
    const outerFinallies = this.#finallies;
    this.#call = { returnsTrue: NOWHERE, returnsFalse: NOWHERE, jumps: [] };
    this.#frame = { fn, call, caller: outerFrame };
    this.#finallies = [];
    this.#depth++;
    const end = this.#functionBody(fn, states);
    const { returnsTrue, returnsFalse } = this.#call;
    this.#depth--;
    this.#call = outerCall;
    this.#frame = outerFrame;
    this.#finallies = outerFinallies;
    return { whenTrue: returnsTrue, whenFalse: join(returnsFalse, end) };
  }

  #functionBody(fn: FunctionNode, states: States): States {
    if (fn.body.type === "BlockStatement") return this.#statement(fn.body, states);
    this.#return(fn.body, states);
    return NOWHERE;
  }
}

function isTypeNode(node: Node): boolean {
  return (
    node.type.startsWith("TS") &&
    node.type !== "TSAsExpression" &&
    node.type !== "TSNonNullExpression" &&
    node.type !== "TSSatisfiesExpression" &&
    node.type !== "TSTypeAssertion"
  );
}
