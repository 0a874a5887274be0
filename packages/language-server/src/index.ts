export { editorSchema } from "./editor-settings.js";
export { LoopsRequest } from "./features/loops.js";
export type { LoopData, LoopsParams, LoopsResult } from "./features/loops.js";
export { serve } from "./serve.js";
export { startServer } from "./server.js";
