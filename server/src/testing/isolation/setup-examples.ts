import { keepInterest } from "../../domains/tenants/plans.queries.ts";
import { example } from "./examples.ts";

example(keepInterest).is(({ owner }) => ["lifetime", owner.userId]);
