import { record } from "../../domains/audit/audit.queries.ts";
import { example } from "./examples.ts";

example(record).is(({ owner, secret }) => [owner.userId, "mail.released", { id: secret, label: secret }, { secret }]);
