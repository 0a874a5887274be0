import type { EffectRecord, EffectStore } from "./effect-store.js";

/** An `EffectStore` in memory: for tests, and for effects that need not outlive the process. */
export interface MemoryStore extends EffectStore {
  /** All records, as copies. */
  records(): EffectRecord[];
}

/** @param records what is already known, say from `records()` of an earlier store. */
export function memoryStore(records: readonly EffectRecord[] = []): MemoryStore {
  // Records are copied in and out: a caller that changes a result must not change what the next one is given.
  const known = new Map(records.map((record) => [record.key, structuredClone(record)]));
  const unsettled = (key: string, owner: string): EffectRecord | undefined => {
    const record = known.get(key);
    return record?.owner === owner && record.state !== "done" ? record : undefined;
  };
  return {
    async claim(key, owner) {
      const record = known.get(key) ?? { key, owner, state: "running" };
      known.set(key, record);
      return structuredClone(record);
    },
    async settle(key, owner, outcome) {
      if (!unsettled(key, owner)) return false;
      known.set(key, structuredClone({ key, owner, ...outcome }));
      return true;
    },
    async release(key, owner) {
      return unsettled(key, owner) !== undefined && known.delete(key);
    },
    records: () => structuredClone([...known.values()]),
  };
}
