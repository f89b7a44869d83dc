import { type ErrorCode, type ErrorData, errors } from "@deskhand/contract/errors";

/** An error of the catalogue. The HTTP edge turns it into the response. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: unknown;

  constructor(code: ErrorCode, data: unknown, message: string = errors[code].message) {
    super(message);
    this.code = code;
    this.status = errors[code].status;
    this.data = data;
  }
}

/** Creates an error of the catalogue: `throw fail("ticket_not_found")`. */
export function fail<C extends ErrorCode>(
  code: C,
  ...data: ErrorData<C> extends undefined ? [] : [ErrorData<C>]
): Failure {
  return new Failure(code, data[0]);
}

/**
 * Creates the error for an idempotency key that another request used: returning that request's result would claim this
 * one was done (docs/product.md#once-only).
 */
export function failKeyUsed(): Failure {
  return fail("input_invalid", { fields: { idempotencyKey: ["This key was used for something else"] } });
}
