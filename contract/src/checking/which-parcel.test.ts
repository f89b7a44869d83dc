import { expect, test } from "vitest";
import { factsOf, refunded } from "./cases/facts-for-cases.ts";
import { checkReply } from "./check-reply.ts";
import { readFacts } from "./context.ts";
import type { CheckedOrder, CheckedParcel, KnownDate } from "./facts.ts";

const shipped = (at: string): KnownDate => ({ kind: "shipped", at });
const delivered = (at: string): KnownDate => ({ kind: "delivered", at });

/** With GLS, and arrived on Thursday, 12 November. */
const arrived: CheckedParcel = {
  number: "50871234496",
  carrier: "GLS",
  url: null,
  dates: [shipped("2026-11-09T14:00:00.000Z"), delivered("2026-11-12T11:00:00.000Z")],
  isDelivered: true,
};
/** With UPS, and on its way since Friday, 13 November. */
const travelling: CheckedParcel = {
  number: "1Z999AA10123456784",
  carrier: "UPS",
  url: null,
  dates: [shipped("2026-11-13T14:00:00.000Z")],
  isDelivered: false,
};
const order: CheckedOrder = {
  ...refunded,
  dates: [{ kind: "ordered", at: "2026-11-06T10:00:00.000Z" }, ...arrived.dates, ...travelling.dates],
  isAllDelivered: false,
  parcels: [arrived, travelling],
};
const known = readFacts(factsOf(order));
// A Monday.
const today = "2026-11-16";
const check = (text: string, on: string | null = today) =>
  checkReply(text, known, { files: [], names: ["Anna Kowalski"], today: on }).map(
    ({ kind, written }) => `${kind} ${written}`,
  );

test.each([
  ["Hi Anna, UPS has delivered your parcel.", "status"],
  ["Hallo Anna, laut UPS wurde Ihr Paket zugestellt.", "status"],
  ["Hallo Anna, UPS meldet: Lampe zugestellt, beim Nachbarn abgelegt.", "status"],
  ["Bonjour Anna, votre colis UPS a été livré chez votre voisine.", "status"],
  ["Hola Anna, tu paquete ya está entregado según UPS.", "status"],
  ["Ciao Anna, il pacco con UPS risulta consegnato.", "status"],
  ["Hoi Anna, volgens UPS is je pakket bezorgd.", "status"],
  ["Dzień dobry Pani Anno, paczka z UPS została doręczona.", "status"],
  ["Olá Anna, a encomenda da UPS foi entregue.", "status"],
  ["Hi Anna, good news: both parcels have been delivered.", "status"],
  ["Hallo Anna, beide Pakete wurden zugestellt.", "status"],
  ["Bonjour Anna, les deux colis ont été livrés.", "status"],
  ["Hola Anna, los dos paquetes constan como entregados.", "status"],
  ["Ciao Anna, tutti e due i pacchi risultano consegnati.", "status"],
])("what is said of one carrier's parcel is compared with that: %j", (text, kind) => {
  expect(check(text).map((found) => found.split(" ")[0])).toEqual([kind]);
});

test.each([
  "Hi Anna, GLS has delivered the first parcel, and UPS has the second one.",
  "Hallo Anna, laut GLS wurde das Paket am 12. November zugestellt.",
  "Bonjour Anna, le colis UPS n'a pas encore été livré.",
  "Hola Anna, el paquete de GLS está entregado y el de UPS sigue en camino.",
  "Ciao Anna, con UPS il pacco sarà consegnato domani.",
  "Hoi Anna, GLS heeft het pakket donderdag bezorgd.",
  "Dzień dobry Pani Anno, paczka z UPS jest w drodze.",
  "Olá Anna, a UPS ainda não entregou a encomenda.",
  "Hi Anna, once UPS has delivered the parcel, please tell us.",
  "Hallo Anna, sobald beide Pakete zugestellt wurden, melden wir uns.",
])("nothing is said of %j", (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  [
    "Hi Anna, your parcel went out with GLS, tracking number 1Z999AA10123456784.",
    ["tracking 1Z999AA10123456784", "carrier GLS"],
  ],
  [
    "Hallo Anna, das Paket ging mit GLS raus. Die Nummer lautet 1Z999AA10123456784.",
    ["tracking 1Z999AA10123456784", "carrier GLS"],
  ],
  ["Bonjour Anna, le colis a été confié à Colissimo sous le numéro 50871234496.", ["carrier Colissimo"]],
  ["Hoi Anna, het pakket is op 9 november met UPS verzonden en op 12 november bezorgd.", ["carrier UPS"]],
])("a carrier and a number that belong to different parcels are both shown: %j", (text, found) => {
  expect(check(text)).toEqual(found);
});

test.each([
  ["Hi Anna, your parcel was delivered yesterday.", "yesterday"],
  ["Hi Anna, it was delivered on Wednesday.", "Wednesday"],
  ["Hi Anna, the parcel left our warehouse last Tuesday.", "Tuesday"],
  ["Hallo Anna, Ihr Paket wurde gestern zugestellt.", "gestern"],
  ["Hallo Anna, das Paket wurde am Mittwoch verschickt.", "Mittwoch"],
  ["Bonjour Anna, votre colis a été livré hier.", "hier"],
  ["Bonjour Anna, le colis a été expédié mercredi.", "mercredi"],
  ["Hola Anna, tu paquete fue entregado ayer.", "ayer"],
  ["Hola Anna, el pedido salió el martes de nuestro almacén.", "martes"],
  ["Ciao Anna, il pacco è stato consegnato ieri.", "ieri"],
  ["Ciao Anna, il pacco è stato spedito mercoledì.", "mercoledì"],
  ["Hoi Anna, je pakket is gisteren bezorgd.", "gisteren"],
  ["Hoi Anna, het pakket is woensdag verzonden.", "woensdag"],
  ["Dzień dobry Pani Anno, paczka została doręczona wczoraj.", "wczoraj"],
  ["Dzień dobry Pani Anno, paczkę nadaliśmy w środę.", "środę"],
  ["Olá Anna, a sua encomenda foi entregue ontem.", "ontem"],
  ["Olá Anna, a encomenda foi enviada na quarta-feira.", "quarta-feira"],
])("a day that is told from today is read by the writer's clock: %j", (text, written) => {
  expect(check(text)).toEqual([`date ${written}`]);
  expect(check(text, null)).toEqual([]);
  // Of what was done long ago, a weekday says nothing.
  expect(check(text, "2027-02-15")).toEqual([]);
});

test.each([
  "Hi Anna, the first one was delivered on Thursday, the other one left on Friday.",
  "Hi Anna, it was shipped three days ago.",
  "Hi Anna, it will be delivered on Wednesday.",
  "Hi Anna, it should have arrived by Wednesday.",
  "Hi Anna, I checked yesterday, and it was on its way.",
  "Hi Anna, I asked UPS yesterday whether it was delivered.",
  "Hallo Anna, das Paket wurde am Freitag verschickt und ist heute in Zustellung.",
  "Hallo Anna, wir verschicken jeden Mittwoch.",
  "Hallo Anna, wir haben gestern eine Nachforschung bei UPS aufgegeben.",
  "Bonjour Anna, le colis est parti vendredi et sera livré mercredi prochain.",
  "Bonjour Anna, hier nous avons envoyé une réclamation au transporteur.",
  "Hola Anna, salió el viernes y llegará el miércoles.",
  "Ciao Anna, è partito venerdì, e oggi è in consegna.",
  "Hoi Anna, het pakket is vrijdag vertrokken en ligt vandaag bij UPS.",
  "Dzień dobry Pani Anno, paczka została nadana w piątek, nie w środę.",
  "Olá Anna, a encomenda saiu na sexta-feira e chega na quarta.",
])("nothing is said of the day in %j", (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ["Hi Anna, it left us on Friday, and the number is 50871234496.", "1Z999AA10123456784"],
  ["Hallo Anna, das Paket ist noch unterwegs, die Sendungsnummer lautet 50871234496.", "1Z999AA10123456784"],
  ["Ciao Anna, ecco il numero: 50871234496. È partito venerdì.", "1Z999AA10123456784"],
  ["Hoi Anna, het pakket is donderdag bezorgd, het nummer is 1Z999AA10123456784.", "50871234496"],
])("a number is the one of the parcel of which the rest is told: %j", (text, right) => {
  const found = checkReply(text, known, { files: [], names: ["Anna Kowalski"], today });
  expect(found.filter(({ kind }) => kind === "tracking")).toMatchObject([{ right }]);
});
