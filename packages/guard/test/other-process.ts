import type { EffectStore } from "@agent-loop/guard";

/** The store as a second process sees it: it shares what is stored and nothing else, in particular not the runs under way. */
export function otherProcess(store: EffectStore): EffectStore {
  return { claim: (...a) => store.claim(...a), settle: (...a) => store.settle(...a), release: (...a) => store.release(...a) };
}
