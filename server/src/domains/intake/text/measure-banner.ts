/** Words of warning that stand alone before such a sentence. */
const tag =
  /^[^\p{L}\p{N}]{0,5}(?:caution|warning|attention|notice|alert|important|external|ext|achtung|warnung|vorsicht|hinweis|wichtig|extern|prudence|avertissement|externe|atención|precaución|aviso|advertencia|externo|attenzione|avviso|esterno|atenção|cuidado|let op|waarschuwing|varning|obs|advarsel|bemærk|varoitus|huomio|uwaga|upozornění|pozor|figyelem|atenție|внимание|увага|dikkat|uyarı|注意|警告|外部|주의|외부)[^\p{L}\p{N}]{0,5}$/iu;

/** What says that a mail came from outside, or that its sender is new, by language; "…" stands for a few words. */
const openings = [
  "(?:this|the) (?:e-?mail|message|mail) (?:originated|originates|was sent|has been sent|was received|comes|came|is|was)(?: …)? (?:from|by) (?:an? |the )?(?:(?:person|sender|source|someone|address|domain) )?(?:outside(?: of)? (?:(?:the|your|our) )?(?:[^\\s,.]{1,30} ){0,2}(?:organi[sz]ation|company|network|university|institution|agency|domain|firm|school|enterprise|e-?mail system)|external (?:sender|source|address|e-?mail|domain|party|user|system|network|organi[sz]ation))",
  "external (?:e-?mail|sender|message|mail)(?=[^\\p{L}]{0,3}$)",
  "you (?:don't|don’t|do not) often (?:get|receive) e-?mails? from",
  "diese (?:e-?mail|nachricht|mail) (?:stammt|kommt|kam|wurde|ist)(?: …)? von (?:au(?:ß|ss)erhalb|(?:einem |einer )?extern\\p{L}{0,2} (?:absender|sender|quelle|adresse|e-?mail|person|organisation|domain))",
  "extern\\p{L}{0,2} (?:e-?mail|absender|nachricht|mail)(?=[^\\p{L}]{0,3}$)",
  "sie erhalten (?:nicht oft|nicht häufig|selten|nur selten) (?:eine? )?e-?mails? von",
  "(?:ce (?:message|courriel|mail|e-?mail)|cet e-?mail) (?:provient|vient|émane|a été envoyé|est envoyé|est)(?: …)? (?:d['’]un expéditeur externe|d['’]une (?:source|adresse) externe|de l['’]ext[ée]rieur|par un expéditeur externe)",
  "vous (?:n['’]obtenez|ne recevez|n['’]avez) pas souvent (?:d['’]e-?mails?|de courriers?|de messages?)",
  "este (?:correo(?: electrónico)?|mensaje|e-?mail) (?:proviene|procede|se (?:ha )?origin\\p{L}{1,4}|viene|fue enviado|ha sido enviado|es)(?: …)? (?:de|desde|por) (?:fuera|(?:una? )?(?:remitente|fuente|dirección|origen) extern[oa]|del exterior)",
  "no (?:suele recibir|recibe con frecuencia|recibes con frecuencia|sueles recibir) (?:correos?|mensajes|e-?mails?)",
  "(?:questa e-?mail|questo messaggio) (?:proviene|arriva|è stat[oa] inviat[oa])(?: …)? (?:da (?:un mittente|una fonte|un indirizzo) estern|dall['’]esterno)",
  "non (?:si ricevono|ricevi|riceve) spesso (?:messaggi|e-?mail)",
  "est[ae] (?:e-?mail|mensagem) (?:foi enviad[oa]|veio|vem|originou-se|é proveniente|provém)(?: …)? (?:de|por) (?:fora|um remetente externo|uma (?:fonte|origem) externa)",
  "(?:você )?não (?:costuma receber|recebe (?:com frequência|frequentemente|muitas vezes)) (?:e-?mails?|mensagens)|você não recebe e-?mails? com frequência",
  "(?:deze (?:e-?mail|mail)|dit bericht) (?:is afkomstig|komt|is verzonden|is verstuurd)(?: …)? (?:van|door) (?:buiten|een externe (?:afzender|bron))",
  "(?:u|je) (?:ontvangt|krijgt) niet vaak e-?mails? van",
  "detta (?:e-?postmeddelande|meddelande|mejl|mail) (?:kommer|skickades|har skickats)(?: …)? (?:från utanför|utanför|från en extern)",
  "du får (?:inte|ikke) ofta? (?:e-?post|mails?|meddelanden) (?:från|fra)|du (?:får|modtager) ikke ofte (?:e-?post|e-?mails?|mails?) fra",
  "denne (?:e-?mail|mail|e-?posten|meldingen|besked) (?:kommer|er sendt)(?: …)? (?:uden ?for|utenfor|fra en ekstern)",
  "tämä (?:sähköposti|viesti) (?:on lähetetty|tulee|on peräisin)(?: …)? (?:organisaation ulkopuolelta|ulkopuolelta)|et saa usein sähköpostia",
  "(?:ta wiadomość|ten e-?mail) (?:pochodzi|została? wysłan[ay]?)(?: …)? (?:spoza|z zewnątrz|od zewnętrznego|ze źródła zewnętrznego)|nie otrzymujesz często wiadomości|często nie otrzymujesz wiadomości",
  "(?:tento e-?mail|tato zpráva) (?:pochází|byla? odeslána?|přišel|přišla)(?: …)? (?:mimo|z vnějšku|od externího|z externího)|nedostáváte často e-?maily|e-?maily od … nedostáváte často",
  "ez az e-?mail (?:külső|szervezeten kívül)|nem gyakran kap e-?mail",
  "nu primiți (?:des|frecvent|adesea) e-?mail|acest (?:e-?mail|mesaj) (?:provine|a fost trimis)(?: …)? din (?:afara|exterior)",
  "(?:это (?:письмо|сообщение)|данное письмо) (?:получено|отправлено|пришло)(?: …)? (?:извне|от внешнего|из внешнего)|вы (?:не часто|нечасто|редко) получаете (?:сообщения|письма|электронные)",
  "bu (?:e-?posta|ileti|mesaj) (?:kuruluş|kurum|şirket)\\p{L}{0,8} dışından",
  "このメールは(?:外部|社外|組織外|組織の外部)|.{1,100}からメールを受け取ることはあまりありません",
  "(?:此|该|該|本)(?:电子|電子)?(?:邮件|郵件)(?:来自|來自|发自)(?:外部|组织外|組織外|公司外)|(?:你|您)通常不会收到来自|您不常收到",
  "이 (?:메일|이메일|메시지)은? 외부|.{1,100}(?:전자 ?메일|이메일)을 자주 받지 않습니다",
];
/** What such a warning advises next. */
const advices = [
  "(?:please )?(?:do not|don['’]t|never|avoid) (?:click|open|reply|respond|enter|provide|give|follow)",
  "(?:please )?(?:be (?:careful|cautious|vigilant)|(?:use|exercise|take|proceed with) (?:extra )?(?:caution|care)|think before you click|verify the sender)",
  "learn why this is important|only (?:click|open) (?:links|attachments)",
  "(?:bitte )?(?:öffnen|klicken|folgen|antworten) sie (?:bitte )?(?:keine|nicht|nur)|(?:bitte )?(?:keine )?(?:links|anhänge) (?:nicht|nur)|(?:bitte )?seien sie vorsichtig|erfahren sie, warum dies wichtig ist|weitere informationen, warum dies wichtig ist|(?:bitte )?prüfen sie",
  "ne cliquez|n['’]ouvrez|soyez (?:prudent|vigilant)|(?:découvrez )?pourquoi (?:c['’]est|cela est|ceci est) important|en savoir plus sur",
  "no (?:haga|hagas) clic|no (?:abra|abras)|(?:descubra |obtenga información sobre )?por qué (?:es|esto es) importante|tenga cuidado",
  "non (?:fare clic|cliccare|aprire)|(?:informazioni sul |scopri )?perché è importante|prestare attenzione",
  "não (?:clique|abra)|saiba (?:por ?que|o motivo)|tenha cuidado",
  "klik niet|open geen|wees voorzichtig|(?:meer informatie over |ontdek )?waarom dit belangrijk is",
  "klicka inte|öppna inte|läs om varför|lær,? hvorfor|få mer å vite om hvorfor|finn ut hvorfor|klik ikke|klikk ikke|åbn ikke|åpne ikke|älä (?:klikkaa|napsauta|avaa)|lisätietoja|dowiedz się, dlaczego|nie klikaj|nie otwieraj|neklikejte|neotvírejte|zjistěte, proč|ne kattintson|ne nyissa|aflați de ce|nu faceți clic|не переходите|не открывайте|узнайте, почему|bunun neden önemli|tıklamayın",
  "リンク(?:を|や).{0,30}(?:しないで|開かないで)|これが重要である理由|请勿|請勿|了解为什么|링크를 클릭하지|이것이 중요한 이유",
];
const patternOf = (phrases: readonly string[]) =>
  new RegExp(
    `^[\\s\\["'(*_!⚠\\uFE0F-]{0,10}(?:${phrases.join("|").replaceAll("…", "\\S{1,30}(?: \\S{1,30}){0,3}")})`,
    "iu",
  );
const opening = patternOf(openings);
const advice = patternOf(advices);

/** How many lines of a banner are looked for, and how long one of its sentences is. */
const mostLines = 12;
const longestSentence = 300;

/**
 * Returns how many lines at the top of a message are a mail system's warning ("CAUTION: This email originated from outside …"). Every
 * sentence must be one of theirs, so that the writer's own stay.
 */
export function measureBanner(lines: readonly string[]): number {
  let end = 0;
  let isOpen = false;
  for (let at = 0; at < Math.min(lines.length, mostLines); ) {
    if ((lines[at] ?? "").trim() === "") {
      at++;
      continue;
    }
    const wrapped = wrappedLines(lines, at);
    const length: number = wrapped > 1 && isWarning(lines.slice(at, at + wrapped).join(" "), isOpen) ? wrapped : 1;
    const words: string = lines.slice(at, at + length).join(" ");
    if (!isWarning(words, isOpen)) break;
    isOpen ||= sentencesOf(words).some((sentence) => opening.test(sentence) || isBracketed(sentence));
    at += length;
    if (isOpen) end = at;
  }
  return end;
}

// A plain line is wrapped if it is full, ends no sentence, and the next goes on in lower case.
function wrappedLines(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length && end - start < 4) {
    const [line = "", next = ""] = [lines[end - 1]?.trim(), lines[end]?.trim()];
    const isFull = line.length + (next.split(" ")[0]?.length ?? 0) >= 65;
    if (!isFull || /[.!?:\]>]$/.test(line) || !/^[\p{Ll}(]/u.test(next)) break;
    end++;
  }
  return end - start;
}

function isWarning(words: string, isOpen: boolean): boolean {
  const sentences = sentencesOf(words);
  return (
    words.length <= 4 * longestSentence &&
    !/[?？]/.test(words.replace(/https?:\/\/[^\s<>\]]{1,500}/g, "")) &&
    sentences.every((one) => tag.test(one) || isBracketed(one) || opening.test(one) || advice.test(one)) &&
    (isOpen || sentences.some((one) => tag.test(one) || isBracketed(one) || opening.test(one)))
  );
}

/** "[EXTERNAL EMAIL]", which nobody writes. */
function isBracketed(sentence: string): boolean {
  return /^\s{0,9}[[(*]{1,3}\s?(?:external|extern\p{L}{0,2}|esterno|ext)(?: (?:e-?mail|mail|sender|absender|message|nachricht))?\s?[\])*]{1,3}:?\s{0,9}$/iu.test(
    sentence,
  );
}

function sentencesOf(words: string): string[] {
  return words
    .slice(0, 4 * longestSentence)
    .split(/(?<=[.!:：。！\]])(?:\s{1,9}|(?<=[。！：]))/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
