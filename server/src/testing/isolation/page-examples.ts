import { selectFile, selectPage } from "../../domains/knowledge/public/public.queries.ts";
import { example } from "./examples.ts";

for (const query of [selectFile, selectPage]) example(query).is(({ articleId }) => [articleId, ["all-agents"]]);
