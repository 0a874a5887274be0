import { gates } from "./gates.js";

export default { fetch: async () => Response.json(await gates()) };
