import { inCaseOf, type Rule } from "./edit.ts";

const days = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const months = "january|february|april|june|july|september|october|november|december";
const places =
  `english|german|germany|french|france|italian|italy|spanish|spain|portuguese|portugal|dutch|netherlands|belgium|belgian|
  swiss|switzerland|austria|austrian|europe|european|america|american|britain|british|england|scotland|ireland|irish|sweden|swedish|
  norway|norwegian|denmark|danish|finland|finnish|poland|japan|japanese|chinese|canada|canadian|australia|australian|london|paris|berlin|
  amsterdam|christmas|easter`.replace(/\s+/g, "");
// Words that are never doubled on purpose, unlike "had had", "that that" and "log in in".
const repeated =
  `the|a|an|are|was|were|to|of|and|our|your|my|we|i|with|be|this|if|not|have|has|will|would|could|should|at|for|from|by|they|he|
  she|or|but|as|me|us|them|been|when|which|it|you|please|its|their|am|these|those|because|about|also|just|send|need|order|parcel|
  package`.replace(/\s+/g, "");
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|approx|no|nr|dr|mr|mrs|ms|st|ca|incl|excl|min|max|tel|art|ref|qty|pcs)|\b[a-z]|\.\.)\.$/i;

/** Corrections that need no grammar: blanks, punctuation, capitals, doubled words, and spellings that are always wrong. */
export const mechanicalRules: readonly Rule[] = [
  [/(?<=\S) {2}(?=\S)/g, oneBlank],
  [/(?<=[\p{L}\p{N})\]"'”’])[ \t]+(?=[,;!?](?:\s|$))/gu, () => ""],
  [/(?<=[\p{L}\p{N})\]"'”’])[ \t]+(?=\.(?:\s|$))/gu, () => ""],
  [/(?<=\p{L})([,;])(?=\p{L})/gu, ([mark]) => `${mark} `],
  [/(?<=\p{L})[ \t]+,(?=\p{L})/gu, () => ", "],
  [
    /(?<=[a-z]{2})([.!?])(?=(?:[A-Z][a-z]+|(?:we|you|i|it|if|the|this|that|please|thank|thanks|your|our)\b)(?![.\w]))/g,
    ([mark]) => `${mark} `,
  ],
  [/,,+|;;+/g, ([marks]) => marks[0] ?? ""],
  [/(?<=[\p{L})])\.\.(?=\s|$)/gu, () => "."],
  [/(?<=\p{L})\((?= ?\p{L}[^()\n]*\))(?! ?(?:s|es|n|r)\))/gu, () => " ("],
  [/(?<=\()[ \t]+(?=\p{L})/gu, () => ""],
  [/(?<=\p{L})[ \t]+(?=\)(?:\W|$))/gu, () => ""],
  [/\bi(?=['’](?:m|ve|ll|d)\b)|(?<![\w.'’-])i(?![\w.'’:)-])/g, () => "I"],
  [new RegExp(`\\b(?:${days})s?\\b|\\b(?:${months})\\b`, "g"), ([word]) => inCaseOf("A", word)],
  [new RegExp(`\\b(?:${places})\\b(?![-_.@]\\w)`, "g"), ([word]) => inCaseOf("A", word)],
  [new RegExp(`\\b(${repeated})[ \\t]+\\1\\b(?!['’-])`, "gi"), ([, word]) => word ?? null],
  [
    /(?<!\b(?:what|that|all|who|thing|problem|question|where)\b[^.!?\n]{0,40})\b(is)[ \t]+is\b/gi,
    ([, word]) => word ?? null,
  ],
  [
    /\b(in)[ \t]+in(?= (?:the (?:box|parcel|package|mail|cart|basket|warehouse)|your|our|stock)\b)(?<!\b(?:log|logs|logged|sign|signed|check|checked|come|came|put|plug|plugged|hand|handed|send|get|got) in in)/gi,
    ([, word]) => word ?? null,
  ],
  [/\b(?:cant|wont)\b/gi, ([word]) => inCaseOf(word, /^c/i.test(word) ? "can't" : "won't")],
  [
    /\blets(?= (?:try|go|see|do|wait|start|check|look|make|find|keep|get|begin|talk|have|take|hope|say|be|not|use|move|fix)\b)/gi,
    ([word]) => inCaseOf(word, "let's"),
  ],
  [/(?<![\w'’.-])[A-Za-z]{2,}(?![\w'’-])/g, ([word]) => correctionOf(word)],
  [
    /\bill(?= (?:ask|be|call|check|do|find|forward|get|give|have|let|look|make|pass|send|see|speak|talk|tell|try|update|write)\b)/g,
    () => "I'll",
  ],
  [/(?<=\b(?:was|were|been|being|is|are|have|has) )send\b/g, () => "sent"],
  [
    /(?<=\b(?:will|can|could|would|should|must|may|might|please) )sent(?= (?:you|it|them|us|me|him|her|the|a|an|your|our|this|that|another)\b)/gi,
    () => "send",
  ],
  [
    /\byou're(?= (?:message|order|patience|e-?mail|address|parcel|package|reply|refund|account|name|payment|understanding|purchase|feedback|request|question|invoice|delivery|shipment|support)\b)/gi,
    ([word]) => inCaseOf(word, "your"),
  ],
  [/\byour(?= (?:very |most )?welcome\b)/gi, ([word]) => inCaseOf(word, "you're")],
  [/(?<=\blook(?:ing)? forward to )here(?=(?:ing)? )/gi, () => "hear"],
  [
    /(?<=\b(?:could|would|should|must|might)(?: (?:not|have|you|we|i|they))? )of(?= (?:been|come|done|gone|got|had|known|made|sent|told|written|arrived|received|checked)\b)/gi,
    () => "have",
  ],
  [/(?<![\p{L}\p{N}'’._-])\p{Ll}+(?![\p{L}\p{N})]|[._-]\S)/gu, beginSentence],
];

/** Returns null if the line has wider gaps too, as it is then laid out in columns. */
function oneBlank({ index }: RegExpExecArray, text: string): string | null {
  const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
  return /\S {3,}\S/.test(line) ? null : " ";
}

function correctionOf(word: string): string | null {
  const right = knownMistakes.get(word.toLowerCase());
  // A word with capitals inside may be a name.
  return right === undefined || /^.+[A-Z]/.test(word) ? null : inCaseOf(word, right);
}

/** Capitalises the start of a sentence or a paragraph, but not lines of a list or an address. */
function beginSentence({ 0: word, index }: RegExpExecArray, text: string): string | null {
  const before = text.slice(Math.max(0, index - 200), index);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isAfterStop =
    /(?<![.\s])[.!?]["”']?[ \t]+$/.test(line) && !abbreviation.test(line.trimEnd()) && !/^\s*\d+\.\s*$/.test(line);
  const isFirstOfLine = line.trim() === "" && startsSentence(before, text.slice(index));
  return isAfterStop || isFirstOfLine ? inCaseOf("A", word) : null;
}

function startsSentence(before: string, after: string): boolean {
  const [rest = ""] = after.split("\n", 1);
  const isProse = /[.!?,]\s*$/.test(rest) || rest.trim().split(/\s+/).length >= 4;
  if (!isProse || before.trim() === "") return isProse;
  const ended = before.trimEnd();
  const isNewParagraph = /\n[ \t]*\n[ \t]*$/.test(before);
  if (isNewParagraph && /,$|^[ \t]*(?:hi|hello|hey|dear)\b[^\n]*$/i.test(ended.slice(ended.lastIndexOf("\n") + 1)))
    return true;
  return /[.!?]$|(?:^|\n)[ \t]*(?:hi|hello|hey|dear)\b[^\n]*,$/i.test(ended);
}

/** Misspellings, in lower case, with one correction that is right in any context. */
const knownMistakes: ReadonlyMap<string, string> = new Map(
  `dont:don't doesnt:doesn't didnt:didn't isnt:isn't arent:aren't wasnt:wasn't werent:weren't hasnt:hasn't havent:haven't
  hadnt:hadn't wouldnt:wouldn't couldnt:couldn't shouldnt:shouldn't mustnt:mustn't neednt:needn't im:I'm ive:I've
  youre:you're youve:you've youll:you'll youd:you'd theyre:they're theyve:they've theyll:they'll weve:we've thats:that's
  whats:what's wheres:where's hows:how's heres:here's theres:there's itll:it'll wouldve:would've couldve:could've
  shouldve:should've hes:he's shes:she's hed:he'd whos:who's thatll:that'll teh:the hte:the taht:that thsi:this adn:and wiht:with yuo:you yoru:your
  waht:what wich:which whcih:which becuase:because becasue:because beacuse:because recieve:receive recieved:received
  reciept:receipt adress:address adresses:addresses alot:a_lot aswell:as_well infact:in_fact thankyou:thank_you
  atleast:at_least eachother:each_other noone:no_one everytime:every_time untill:until tommorow:tomorrow
  tommorrow:tomorrow tomorow:tomorrow definately:definitely definatly:definitely seperate:separate seperately:separately
  occured:occurred occurence:occurrence neccessary:necessary necesary:necessary unfortunatly:unfortunately
  unfortunatley:unfortunately appologize:apologize appologies:apologies inconvienience:inconvenience
  inconvienence:inconvenience inconveniance:inconvenience sincerly:sincerely immediatly:immediately
  imediately:immediately availible:available avaliable:available availble:available accomodate:accommodate
  wether:whether refered:referred prefered:preferred transfered:transferred cancelation:cancellation
  shiping:shipping shipmet:shipment delievery:delivery delivey:delivery delievered:delivered custumer:customer
  pakage:package packege:package warehous:warehouse refundd:refund plese:please pleae:please
  plesae:please pls:please thnaks:thanks thx:thanks sory:sorry soory:sorry ordr:order orderd:ordered
  probaly:probably truely:truly wierd:weird freind:friend beleive:believe acheive:achieve arround:around begining:beginning
  comming:coming compleatly:completely completly:completely diffrent:different explaination:explanation
  existance:existence finaly:finally happend:happened interupt:interrupt knowlege:knowledge lisence:license
  maintainance:maintenance mesage:message mispell:misspell occassion:occasion posible:possible prefrence:preference
  proccess:process quantitiy:quantity recomend:recommend recomended:recommended reccomend:recommend
  replacment:replacement responce:response succesful:successful succesfully:successfully successfull:successful
  suprise:surprise usualy:usually foto:photo fotos:photos telefone:telephone telefon:telephone adresse:address rember:remember wich:which writting:writing`
    .split(/\s+/)
    .map((pair) => pair.split(":"))
    .flatMap(([wrong, right]) =>
      wrong && right && wrong !== right ? [[wrong, right.replace("_", " ")] as const] : [],
    ),
);
