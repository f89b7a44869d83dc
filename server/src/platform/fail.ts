import { type ErrorCode, type ErrorData, errors } from "@deskhand/contract/errors";

/** An error of the catalogue, on its way to the edge, where it becomes the response. */
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

/** Fails with an error of the catalogue: `throw fail("ticket_not_found")`. */
export function fail<C extends ErrorCode>(
  code: C,
  ...data: ErrorData<C> extends undefined ? [] : [ErrorData<C>]
): Failure {
  return new Failure(code, data[0]);
}

/**
 * The key of a request belongs to who sent it, and to what it asked: answering with what another request did would say that this
 * one was done (docs/product.md#once-only).
 */
export function failKeyUsed(): Failure {
  return fail("input_invalid", { fields: { idempotencyKey: ["This key was used for something else"] } });
}
