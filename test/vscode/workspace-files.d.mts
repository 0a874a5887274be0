export const NAIVE: string;
export const WORKSPACE: Readonly<Record<string, string>>;
