import { AsyncLocalStorage } from "node:async_hooks";

/** For whom and in what a line is logged: ids alone, which name nobody to who has not the database as well. */
export type InHand = { requestId?: string; queue?: string; tenantId?: string; userId?: string };

/** The request or job that is being done, for the lines that are logged meanwhile. What is found out later is added to it. */
export const inHand = new AsyncLocalStorage<InHand>();
