import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { classifyMail, type MailClassification } from "./classify-mail.ts";

/** Sample texts by people and machines in one language, for tests of the classification. */
export type MailLanguage = {
  code: string;
  /** Marks that mail programs put before a subject. */
  reply: string;
  forward: string;
  /** The line above a forwarded message. */
  forwardMark: string;
  /** The mark that programs put before the subject of their answer. */
  automatic: string;
  /** A customer's few words above a bounce. */
  help: string;
  /** A customer's letter about an order. */
  letter: string;
  /** A customer who was away. */
  wasAway: string;
  /** A complaint about an undelivered parcel, not a mail, and its subject. */
  parcelSubject: string;
  parcel: string;
  /** An absence notice. */
  away: string;
  /** A mail system's subject and sentence, with a line break inside. */
  failedSubject: string;
  failed: string;
};

/** A mail of a test table, and its expected kind. */
export type MailCase = {
  name: string;
  kind: MailClassification["kind"];
  headers: string[];
  body: string;
  /** Defaults to the address in From. */
  envelopeFrom?: string;
};

/** Returns a Subject header with these words. */
export function subject(words: string): string {
  return `Subject: =?utf-8?B?${Buffer.from(words).toString("base64")}?=`;
}

/** The content type and body of a message with a text and other parts. */
export const mixedType = "Content-Type: multipart/mixed; boundary=m";
export function mixedBody(words: string, ...parts: string[]): string {
  const all = [`Content-Type: text/plain; charset=utf-8\n\n${words}`, ...parts];
  return `${all.map((part) => `--m\n${part}\n`).join("")}--m--\n`;
}

/** Parses and classifies a case. */
export async function classifyCase(
  { headers, body, envelopeFrom }: MailCase,
  cameToReturnPath: boolean,
): Promise<MailClassification> {
  const raw = `${headers.join("\n")}\n\n${body}`;
  const mail = await parseMail(Buffer.from(raw.replaceAll("\n", "\r\n")), { onAttachment: discardAttachment });
  const path = headers.some((line) => line.startsWith("Return-Path")) ? null : (mail.from?.email ?? null);
  return classifyMail(mail, { envelopeFrom: envelopeFrom ?? path, cameToReturnPath });
}

/** Finnish to Korean, apart only for the length of the list. */
const easternMailLanguages: MailLanguage[] = [
  {
    code: "fi",
    reply: "VS",
    forward: "VL",
    forwardMark: "---------- Välitetty viesti ---------",
    automatic: "Automaattinen vastaus",
    help: "Voitteko auttaa? Tämä palautui minulle.",
    letter: "Hei,\n\ntilaukseni 4711 ei ole saapunut. Missä se on?\n\nKiitos, Anna",
    wasAway: "Hei, olin viime viikolla lomalla. Onko tilaukseni matkalla?",
    parcelSubject: "Pakettia ei toimitettu perille",
    parcel: "Hei, pakettini jäi tulematta, osoite oli kuulemma tuntematon. Mitä voin tehdä?",
    away: "Olen poissa toimistolta 5. toukokuuta asti. Kiireellisissä asioissa soittakaa kollegoilleni.",
    failedSubject: "Toimitus epäonnistui: Tilauksesi",
    failed: "Viestiäsi ei voitu\ntoimittaa seuraaville vastaanottajille.",
  },
  {
    code: "pl",
    reply: "Odp",
    forward: "PD",
    forwardMark: "---------- Wiadomość przekazana ---------",
    automatic: "Automatyczna odpowiedź",
    help: "Proszę o pomoc, to do mnie wróciło.",
    letter: "Dzień dobry,\n\nmoje zamówienie 4711 nie dotarło. Gdzie ono jest?\n\nDziękuję, Anna",
    wasAway: "Dzień dobry, w zeszłym tygodniu byłam na urlopie. Czy moje zamówienie jest w drodze?",
    parcelSubject: "Paczka niedoręczona",
    parcel: "Dzień dobry, moja paczka nie została doręczona, adres jest podobno nieznany. Co robić?",
    away: "Jestem poza biurem do 5 maja. W pilnych sprawach proszę o kontakt z kolegami.",
    failedSubject: "Nie można dostarczyć: Twoje zamówienie",
    failed: "Twoja wiadomość nie mogła zostać\ndostarczona do następujących odbiorców.",
  },
  {
    code: "cs",
    reply: "Re",
    forward: "Fwd",
    forwardMark: "---------- Přeposlaná zpráva ---------",
    automatic: "Automatická odpověď",
    help: "Prosím o pomoc, vrátilo se mi to.",
    letter: "Dobrý den,\n\nmoje objednávka 4711 ještě nedorazila. Kde je?\n\nDěkuji, Anna",
    wasAway: "Dobrý den, minulý týden jsem měla dovolenou. Je moje objednávka na cestě?",
    parcelSubject: "Balík nedoručen",
    parcel: "Dobrý den, můj balík nebyl doručen, adresa je prý neznámá. Co mám dělat?",
    away: "Do 5. května jsem mimo kancelář. V naléhavých případech kontaktujte mé kolegy.",
    failedSubject: "Nedoručitelné: Vaše objednávka",
    failed: "Vaši zprávu nebylo možné\ndoručit následujícím příjemcům.",
  },
  {
    code: "hu",
    reply: "Vá",
    forward: "Továbbítás",
    forwardMark: "---------- Továbbított üzenet ---------",
    automatic: "Automatikus válasz",
    help: "Kérem, segítsenek, ezt kaptam vissza.",
    letter: "Jó napot!\n\nA rendelésem, 4711, még nem érkezett meg. Hol van?\n\nKöszönöm, Anna",
    wasAway: "Jó napot, múlt héten nyaraltam. Úton van a csomagom?",
    parcelSubject: "A csomag nem érkezett meg",
    parcel: "Jó napot, a csomagom nem ért ide, a futár szerint ismeretlen a cím. Mit tegyek?",
    away: "Május 5-ig szabadságon vagyok. Sürgős esetben forduljon a kollégáimhoz.",
    failedSubject: "Kézbesíthetetlen: Rendelése",
    failed: "Az üzenetet nem sikerült\nkézbesíteni a következő címzetteknek.",
  },
  {
    code: "ru",
    reply: "Re",
    forward: "Fwd",
    forwardMark: "-------- Пересылаемое сообщение --------",
    automatic: "Автоматический ответ",
    help: "Помогите, пожалуйста, вернулось письмо.",
    letter: "Здравствуйте!\n\nМой заказ 4711 ещё не пришёл. Где он?\n\nСпасибо, Анна",
    wasAway: "Добрый день, на прошлой неделе я отдыхала. Мой заказ уже в пути?",
    parcelSubject: "Посылка не доставлена",
    parcel: "Здравствуйте, моя посылка не доставлена, курьер говорит, адрес неизвестен. Что делать?",
    away: "Я в отпуске до 5 мая. По срочным вопросам обращайтесь к коллегам.",
    failedSubject: "Недоставленное сообщение",
    failed: "Ваше сообщение не может быть\nдоставлено следующим получателям.",
  },
  {
    code: "uk",
    reply: "Відп",
    forward: "Fwd",
    forwardMark: "---------- Forwarded message ---------",
    automatic: "Автоматична відповідь",
    help: "Допоможіть, будь ласка, лист повернувся.",
    letter: "Добрий день!\n\nМоє замовлення 4711 ще не прийшло. Де воно?\n\nДякую, Анна",
    wasAway: "Добрий день, минулого тижня я відпочивала. Моє замовлення вже в дорозі?",
    parcelSubject: "Посилку не доставлено",
    parcel: "Добрий день, мою посилку не принесли, кур'єр каже, адреса невідома. Що мені робити?",
    away: "Я у відпустці до 5 травня. З термінових питань звертайтеся до колег.",
    failedSubject: "Недоставлене повідомлення",
    failed: "Ваше повідомлення не може бути\nдоставлене таким одержувачам.",
  },
  {
    code: "tr",
    reply: "Ynt",
    forward: "İlt",
    forwardMark: "---------- İletilen ileti ---------",
    automatic: "Otomatik yanıt",
    help: "Lütfen yardım edin, bu geri geldi.",
    letter: "Merhaba,\n\nsiparişim 4711 hâlâ gelmedi. Nerede?\n\nTeşekkürler, Ayşe",
    wasAway: "Merhaba, geçen hafta yoktum. Siparişim yolda mı?",
    parcelSubject: "Paket teslim edilemedi",
    parcel: "Merhaba, paketim gelmedi, adres bilinmiyor demişler. Ne yapabilirim?",
    away: "5 Mayıs'a kadar ofis dışındayım. Acil durumlarda iş arkadaşlarımı arayın.",
    failedSubject: "Teslim edilemedi: Siparişiniz",
    failed: "İletiniz aşağıdaki alıcılara\nteslim edilemedi.",
  },
  {
    code: "ja",
    reply: "Re",
    forward: "Fwd",
    forwardMark: "---------- 転送メッセージ ---------",
    automatic: "自動返信",
    help: "助けてください。戻ってきました。",
    letter: "お世話になっております。\n注文番号4711がまだ届きません。いつ届きますか？\nよろしくお願いします。",
    wasAway: "こんにちは。先週は旅行でした。注文はもう発送されましたか？",
    parcelSubject: "荷物が届かない",
    parcel: "こんにちは。荷物が住所不明で戻されたそうです。どうすればよいですか？",
    away: "5月5日まで不在にしております。お急ぎの方は同僚までご連絡ください。",
    failedSubject: "配信できませんでした",
    failed: "次のあて先へのメッセージはエラーのため送信で\nきませんでした。",
  },
  {
    code: "zh",
    reply: "回复",
    forward: "转发",
    forwardMark: "---------- 转发的邮件 ---------",
    automatic: "自动回复",
    help: "请帮忙看看，邮件被退回了。",
    letter: "您好，\n我的订单4711还没有收到，请问什么时候能到？\n谢谢",
    wasAway: "您好，上周我去旅行了。请问我的订单发货了吗？",
    parcelSubject: "包裹未收到",
    parcel: "您好，我的包裹因地址不详没有收到，请问怎么办？",
    away: "我正在休假，5月5日回来。如有急事请联系我的同事。",
    failedSubject: "退信：您的订单",
    failed: "很抱歉，您的邮件无法\n投递到以下收件人。",
  },
  {
    code: "ko",
    reply: "회신",
    forward: "전달",
    forwardMark: "---------- 전달된 메시지 ---------",
    automatic: "자동 회신",
    help: "도와주세요. 메일이 돌아왔습니다.",
    letter: "안녕하세요.\n제 주문 4711이 아직 도착하지 않았습니다. 언제 오나요?\n감사합니다.",
    wasAway: "안녕하세요. 지난주에 여행을 갔습니다. 제 주문은 발송되었나요?",
    parcelSubject: "택배를 받지 못했습니다",
    parcel: "안녕하세요. 제 택배가 주소 불명으로 반송되었다고 합니다. 어떻게 하나요?",
    away: "5월 5일까지 휴가입니다. 급한 일은 동료에게 연락해 주세요.",
    failedSubject: "배달되지 않음: 주문",
    failed: "보내신 메일을 다음 수신자에게\n전송하지 못했습니다.",
  },
];

/** Sample texts in the languages of the desk's customers. */
export const mailLanguages: MailLanguage[] = [
  {
    code: "en",
    reply: "Re",
    forward: "Fwd",
    forwardMark: "---------- Forwarded message ---------",
    automatic: "Automatic reply",
    help: "Please help, this came back.",
    letter: "Hello,\n\nmy order 4711 has not arrived yet. Can you tell me where it is?\n\nThanks, Ann",
    wasAway: "Hi, I was out of the office last week. Is my order on its way?",
    parcelSubject: "Undelivered parcel",
    parcel: "Hello, my parcel could not be delivered, the carrier says the address is unknown. What can I do?",
    away: "I am out of the office until Monday, 5 May. For urgent matters call my colleagues.",
    failedSubject: "Undeliverable: Your order",
    failed: "A message that you sent could not be\ndelivered to one or more of its recipients.",
  },
  {
    code: "de",
    reply: "AW",
    forward: "WG",
    forwardMark: "-------- Weitergeleitete Nachricht --------",
    automatic: "Automatische Antwort",
    help: "Bitte um Hilfe, das kam zurück.",
    letter: "Guten Tag,\n\nmeine Bestellung 4711 ist noch nicht da. Wo bleibt sie?\n\nDanke, Anna",
    wasAway: "Hallo, ich war letzte Woche nicht im Büro. Ist meine Bestellung unterwegs?",
    parcelSubject: "Paket nicht zugestellt",
    parcel: "Hallo, mein Paket konnte nicht zugestellt werden, die Adresse sei unbekannt. Was kann ich tun?",
    away: "Ich bin bis zum 5. Mai nicht im Büro. In dringenden Fällen wenden Sie sich an meine Kollegen.",
    failedSubject: "Unzustellbar: Ihre Bestellung",
    failed: "Ihre Nachricht konnte an die folgenden Empfänger nicht\nzugestellt werden.",
  },
  {
    code: "fr",
    reply: "Re",
    forward: "TR",
    forwardMark: "---------- Message transféré ---------",
    automatic: "Réponse automatique",
    help: "Pouvez-vous m'aider ? Ceci m'est revenu.",
    letter: "Bonjour,\n\nma commande 4711 n'est pas arrivée. Où est-elle ?\n\nMerci, Anne",
    wasAway: "Bonjour, j'étais absente la semaine dernière. Ma commande est-elle en route ?",
    parcelSubject: "Colis non livré",
    parcel: "Bonjour, mon colis n'a pas pu être livré, l'adresse serait inconnue. Que puis-je faire ?",
    away: "Je suis absent du bureau jusqu'au 5 mai. En cas d'urgence, contactez mes collègues.",
    failedSubject: "Échec de la remise : Votre commande",
    failed: "Votre message n'a pas pu être\nremis aux destinataires suivants.",
  },
  {
    code: "es",
    reply: "RE",
    forward: "RV",
    forwardMark: "---------- Mensaje reenviado ---------",
    automatic: "Respuesta automática",
    help: "Ayuda por favor, me llegó esto.",
    letter: "Hola,\n\nmi pedido 4711 no ha llegado. ¿Dónde está?\n\nGracias, Ana",
    wasAway: "Hola, la semana pasada estuve fuera de la oficina. ¿Está mi pedido en camino?",
    parcelSubject: "Paquete no entregado",
    parcel: "Hola, mi paquete no se pudo entregar porque la dirección es desconocida. ¿Qué puedo hacer?",
    away: "Estoy fuera de la oficina hasta el 5 de mayo. Para temas urgentes llame a mis compañeros.",
    failedSubject: "No se puede entregar: Su pedido",
    failed: "Su mensaje no se ha podido\nentregar a los siguientes destinatarios.",
  },
  {
    code: "it",
    reply: "R",
    forward: "I",
    forwardMark: "---------- Messaggio inoltrato ---------",
    automatic: "Risposta automatica",
    help: "Potete aiutarmi? È tornato indietro.",
    letter: "Buongiorno,\n\nil mio ordine 4711 non è arrivato. Dov'è?\n\nGrazie, Anna",
    wasAway: "Salve, la settimana scorsa ero fuori ufficio. Il mio ordine è in viaggio?",
    parcelSubject: "Pacco non consegnato",
    parcel: "Salve, il mio pacco non è stato consegnato, dicono indirizzo sconosciuto. Cosa posso fare?",
    away: "Sono fuori ufficio fino al 5 maggio. Per urgenze contattate i miei colleghi.",
    failedSubject: "Impossibile recapitare: Il suo ordine",
    failed: "Il messaggio non è stato\nrecapitato ai seguenti destinatari.",
  },
  {
    code: "pt",
    reply: "RES",
    forward: "ENC",
    forwardMark: "---------- Mensagem encaminhada ---------",
    automatic: "Resposta automática",
    help: "Podem ajudar? Isto voltou.",
    letter: "Olá,\n\no meu pedido 4711 ainda não chegou. Onde está?\n\nObrigada, Ana",
    wasAway: "Olá, estive fora do escritório na semana passada. O meu pedido já saiu?",
    parcelSubject: "Encomenda não entregue",
    parcel: "Olá, minha encomenda não foi entregue, dizem endereço desconhecido. O que posso fazer?",
    away: "Estou fora do escritório até 5 de maio. Em casos urgentes contacte os meus colegas.",
    failedSubject: "Falha na entrega da mensagem",
    failed: "Sua mensagem não pôde ser\nentregue aos seguintes destinatários.",
  },
  {
    code: "nl",
    reply: "Antw",
    forward: "Doorst",
    forwardMark: "---------- Doorgestuurd bericht ---------",
    automatic: "Automatisch antwoord",
    help: "Graag hulp, dit kwam terug.",
    letter: "Beste,\n\nmijn bestelling 4711 is nog niet binnen. Waar blijft die?\n\nBedankt, Anna",
    wasAway: "Hallo, ik was vorige week niet op kantoor. Is mijn bestelling onderweg?",
    parcelSubject: "Pakket niet bezorgd",
    parcel: "Hallo, mijn pakket kon niet worden bezorgd, het adres zou onbekend zijn. Wat kan ik doen?",
    away: "Ik ben tot 5 mei afwezig. Neem bij spoed contact op met mijn collega's.",
    failedSubject: "Onbestelbaar: Uw bestelling",
    failed: "Uw bericht kon niet worden\nbezorgd bij de volgende ontvangers.",
  },
  {
    code: "sv",
    reply: "SV",
    forward: "VB",
    forwardMark: "---------- Vidarebefordrat meddelande ---------",
    automatic: "Autosvar",
    help: "Snälla hjälp, det här kom tillbaka.",
    letter: "Hej,\n\nmin beställning 4711 har inte kommit. Var är den?\n\nTack, Anna",
    wasAway: "Hej, jag var på semester förra veckan. Är mitt paket på väg?",
    parcelSubject: "Paketet levererades inte",
    parcel: "Hej, mitt paket kunde inte levereras, adressen är okänd. Vad kan jag göra?",
    away: "Jag är inte på kontoret förrän den 5 maj. Kontakta mina kollegor om det brådskar.",
    failedSubject: "Kan inte levereras: Din beställning",
    failed: "Ditt meddelande kunde inte\nlevereras till följande mottagare.",
  },
  {
    code: "da",
    reply: "SV",
    forward: "VS",
    forwardMark: "---------- Videresendt meddelelse ---------",
    automatic: "Automatisk svar",
    help: "Jeg har brug for hjælp, den kom retur.",
    letter: "Hej,\n\nmin ordre 4711 er ikke kommet. Hvor er den?\n\nTak, Anna",
    wasAway: "Hej, jeg var ikke på kontoret i sidste uge. Er mit produkt på vej?",
    parcelSubject: "Pakken blev ikke leveret",
    parcel: "Hej, mit produkt kunne ikke leveres, adressen er ukendt. Hvad kan jeg gøre?",
    away: "Jeg er ikke på kontoret før den 5. maj. Kontakt mine kolleger, hvis det haster.",
    failedSubject: "Kan ikke leveres: Din ordre",
    failed: "Din meddelelse kunne ikke\nleveres til følgende modtagere.",
  },
  {
    code: "nb",
    reply: "SV",
    forward: "VS",
    forwardMark: "---------- Videresendt melding ---------",
    automatic: "Automatisk svar",
    help: "Kan dere hjelpe meg? Denne kom i retur.",
    letter: "Hei,\n\njeg venter på ordre 4711. Hvor er den?\n\nTakk, Anna",
    wasAway: "Hei, jeg var bortreist i forrige uke. Er pakken min på vei?",
    parcelSubject: "Pakken ble ikke levert",
    parcel: "Hei, jeg fikk ikke pakken, den kunne ikke leveres fordi adressen er ukjent. Hva gjør jeg?",
    away: "Jeg er ikke på kontoret før 5. mai. Kontakt kollegene mine hvis det haster.",
    failedSubject: "Kan ikke leveres: Din ordre",
    failed: "Meldingen din kunne ikke\nleveres til følgende mottakere.",
  },
  ...easternMailLanguages,
];
