import { updateSecondFactor } from "../../domains/auth/two-factor/second-factors.queries.ts";
import { isReceivedHere } from "../../domains/tenants/addresses.queries.ts";
import { example } from "./examples.ts";

example(updateSecondFactor).is(({ owner }) => [owner.userId, { wrong_codes: 1 }]);
example(isReceivedHere).is(({ owner, secret }) => [`${secret}.test`, owner.email]);
