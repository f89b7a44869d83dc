import type { OrderMention } from "../mentions/find-order-mentions.ts";
import { splitName, withoutZeros } from "../mentions/habits.ts";
import { fits, isSimilar } from "../mentions/same-order.ts";
import type { Context } from "./context.ts";
import type { Finding } from "./finding.ts";
import { isSlip } from "./likeness.ts";
import { bareNumber } from "./parcels-meant.ts";
import { readAmounts } from "./read-money.ts";
import { has, isAsked, placesOf } from "./read-reply.ts";

// An order that was made in place of another one may be newer than what is known.
const replacing =
  /(?<!\p{L})(?:replacements?|new order|re-?order|exchange|duplicate|ersatz\p{L}*|neue[nr]? (?:bestellung|auftrag)|nachlieferung|remplacement|nouvelle commande|échange|reemplazo|sustitución|nuevo pedido|sostituzione|sostitutivo|nuovo ordine|cambio|vervangen\p{L}*|nieuwe bestelling|wymian\p{L}+|nowe\p{L}* zamówieni\p{L}*|zamówieni\p{L}* zastępcz\p{L}+|nova encomenda|substituição)(?!\p{L})|交換|代替|再注文|新しい|新規/giu;

// Another person's order is none of the customer's, and may be spoken of.
const ofOthers =
  /(?<!\p{L})(?:friends?'?s?|sisters?|brothers?|mothers?|neighbou?rs?|(?:her|his|their) own|privacy|someone else\p{L}*|another customer\p{L}*|\p{L}*freund\p{L}*|schwester|bruder|mutter|nachbar\p{L}*|datenschutz\p{L}*|ami|amie|amis|sœur|frère|voisin\p{L}*|confidentialité|amig[oa]s?|hermanas?|hermano|vecin[oa]s?|privacidad|protección de datos|amic[oaihe]{1,2}|sorella|fratello|vicin[oa]|vriend\p{L}*|zus|broer|buur\p{L}*|przyjaci\p{L}+|znajom\p{L}+|koleż\p{L}+|koleg\p{L}+|siostr\p{L}+|brat\p{L}*|sąsiad\p{L}+|rodo|danych osobowych|irmão|irmã|vizinh[oa])(?!\p{L})|友人|知人|お友達|個人情報|別のお客様/giu;

/** Finds numbers that are called an order's and are none of the customer's. */
export function checkNumbers(context: Context): Finding[] {
  const { reading, facts, mentions, theirs, ours } = context;
  if (facts.orders.length === 0) return [];
  const inShape = numbersInShape(context);
  const amounts = readAmounts(reading.text);
  const parcels = new Set(facts.orders.flatMap((order) => order.parcels.map(({ number }) => bareNumber(number ?? ""))));
  const isOfParcel = ({ digits }: OrderMention) => parcels.has(digits);
  const named = mentions.flatMap((mention) => {
    const { strength, isDoubtful, isDenied, isQuiet, start, end } = mention;
    if (strength !== "named" || isDoubtful || isDenied || isQuiet) return [];
    if (isOfParcel(mention) || isCounted(mention) || amounts.some((amount) => amount.start < end && amount.end > start))
      return [];
    if (facts.orders.some((order) => fits(order, mention))) return ofOtherProducts(context, mention);
    // What the customer asked about, or we had named, is nothing new.
    const isSame = (other: OrderMention) => other.digits === mention.digits;
    if (theirs.mentions.some(isSame) || ours.mentions.some(isSame)) return [];
    const sentence = reading.sentences.find((one) => start >= one.start && start < one.start + one.text.length);
    // A replacement's number is newer than those that are known.
    const isNew = facts.orders.every(
      (order) => Number(withoutZeros(splitName(order)?.digits ?? "")) < Number(mention.digits),
    );
    if (sentence && ((isNew && has(replacing, sentence.text)) || has(ofOthers, sentence.text))) return [];
    if (sentence && /[?？]\s*$/.test(sentence.text)) return [];
    const written = reading.text.slice(start, end);
    const order = meant(facts.orders, mention);
    const right = order === null ? null : likeWritten(order.name, written);
    const others = facts.orders.slice(0, 3).map(({ name }) => name);
    const says = `You write ${written}; ${order ? `the order is ${order.name}` : `the customer’s orders are ${others.join(", ")}`}`;
    return [{ kind: "number" as const, start, end, written, right, canReplace: right !== null, says }];
  });
  return [...inShape, ...named];
}

/**
 * Numbers written just as one of the orders is, with its letters and signs, that differ by a digit or two: "2026/10/381",
 * which alone might be a date.
 */
function numbersInShape({ reading, facts, theirs, ours }: Context): Finding[] {
  const names = new Set(facts.orders.map(({ name }) => name));
  return facts.orders.flatMap(({ name }) => {
    if (!/^[A-Z0-9]{1,12}(?:[/._-][A-Z0-9]{1,12}){1,4}$/i.test(name) || (name.match(/\d/g) ?? []).length < 5) return [];
    const pattern = name.replace(/[/._-]/g, (sign) => `\\${sign}`).replace(/\d/g, "\\d");
    return placesOf(new RegExp(`(?<![\\w/.-])${pattern}(?![\\w/-])`, "g"), reading.text).flatMap(({ start, end }) => {
      const written = reading.text.slice(start, end);
      if (names.has(written) || theirs.text.includes(written) || ours.text.includes(written)) return [];
      const sentence = reading.sentences.find((one) => start >= one.start && start < one.start + one.text.length);
      if (!sentence || !isSlip(written, name)) return [];
      if (has(replacing, sentence.text) || has(ofOthers, sentence.text) || /[?？]\s*$/.test(sentence.text)) return [];
      const says = `You write ${written}; the order is ${name}`;
      return [{ kind: "number" as const, start, end, written, right: name, canReplace: true, says }];
    });
  });
}

/** "Your coat, order 1051", where another one of the customer's orders has the coat. */
function ofOtherProducts(
  { reading, mentions, productsIn, orderOfProducts }: Context,
  mention: OrderMention,
): Finding[] {
  const { start, end } = mention;
  const sentence = reading.sentences.find((one) => start >= one.start && start < one.start + one.text.length);
  if (!sentence || reading.words === null) return [];
  const isWithin = (other: OrderMention) =>
    other.start >= sentence.start && other.start < sentence.start + sentence.text.length;
  const order = orderOfProducts(sentence);
  if (
    order === null ||
    fits(order, mention) ||
    mentions.some((other) => isWithin(other) && !isCounted(other) && other.digits !== mention.digits)
  )
    return [];
  const [from, to] = [start - sentence.start, end - sentence.start];
  const around = sentence.text.slice(Math.max(0, from - nearProduct), to + nearProduct);
  if (productsIn(around).length === 0 || has(together, sentence.text)) return [];
  if (has(reading.words.offer, sentence.text) || isAsked(sentence.text, to)) return [];
  const written = reading.text.slice(start, end);
  const right = likeWritten(order.name, written);
  const says = `You write ${written}; what you name was ordered with ${order.name}`;
  return [{ kind: "number", start, end, written, right, canReplace: true, says }];
}

const nearProduct = 60;
// "Together with the coat", "add the coat to order 1051"
const together =
  /(?<!\p{L})(?:add\p{L}*|together|combin\p{L}+|along with|as well as|besides|also|separate\p{L}*|zusammen|hinzu\p{L}*|außerdem|auch|getrennt\p{L}*|ensemble|ajout\p{L}+|aussi|également|séparé\p{L}*|junto\p{L}*|añad\p{L}+|también|apart\p{L}*|insieme|aggiun\p{L}+|anche|separat\p{L}*|samen|toevoeg\p{L}+|ook|apart|razem|dodać|dołoży\p{L}+|także|również|osobn\p{L}+|também|adicion\p{L}+)(?!\p{L})|一緒|同梱|追加|別々|おまとめ/giu;

// No store's number: "#1" in a list.
const isCounted = ({ digits }: OrderMention): boolean => digits.length < 3;

/** The order that was probably meant: the only one with nearly this number, else the ticket's. */
function meant(orders: Context["facts"]["orders"], { digits }: OrderMention) {
  const wanted = withoutZeros(digits);
  const alike = orders.filter((order) => isSimilar(withoutZeros(splitName(order)?.digits ?? ""), wanted));
  if (alike.length === 1) return alike[0] ?? null;
  const certain = orders.filter(({ isCertain }) => isCertain);
  const [only, another] = certain.length > 0 ? certain : orders;
  return another ? null : (only ?? null);
}

// "1042" for "#1042" where the sign stands apart or was left out.
function likeWritten(name: string, written: string): string {
  if (/^[#№]/.test(written)) return /^[#№]/.test(name) ? name : `#${name}`;
  return name.replace(/^[#№]\s*/, "");
}
