const twoDigits = (number: number) => String(number).padStart(2, "0");
const digits = (number: number, length: number) => String(number).padStart(length, "0");

/**
 * Message-IDs, even long ones, that programs build from counters, dates or words: from one, the next can be guessed.
 */
const forms: ((at: number) => string)[] = [
  (at) => `shop-order-confirmation-${digits(1_000 + at, 8)}`,
  (at) => `order-${at}`,
  (at) => `message-${at}`,
  (at) => `message-${digits(at, 20)}`,
  (at) => `${digits(1_000_000 + at, 16)}`,
  (at) => `20261122${digits(54_600 + at, 6)}.${1_000 + at}`,
  (at) => `2026-11-22-05-46-${twoDigits(at)}-contact-form`,
  (at) => `17322543${twoDigits(at)}.${digits(at, 6)}`,
  (at) => `1732254376${digits(at, 3)}.${at}`,
  (at) => `contact-form-submission-number-${at}`,
  (at) => `invoice.2026.11.${digits(at, 6)}`,
  (at) => `00000000-0000-0000-0000-${digits(at, 12)}`,
  (at) => "abcdefghij".charAt(at % 10).repeat(24 + at),
  (at) => `${"ab".repeat(10)}${at}`,
  (at) => `orderconfirmationmail${at}`,
  (at) => `no-reply-notification-message-${at}`,
  (at) => `qwertyuiopasdfghjkl${at}`,
  (at) => `abcdefghijklmnopqrst${at}`,
  (at) => `12345678901234567890${at}`,
  (at) => `${"deadbeef".repeat(4)}${at}`,
  (at) => `customer_enquiry_reference_${at}_of_2026`,
  (at) => `x${at}`,
];

/** Returns the Message-ID, without brackets, that a counting program would give the customer at this place. */
export function countedId(at: number): string {
  const form = forms[at % forms.length];
  if (!form) throw new RangeError("No form");
  return `${form(at)}@${at % 2 === 0 ? "shop-system.example" : `kunden-${at}.example`}`;
}
