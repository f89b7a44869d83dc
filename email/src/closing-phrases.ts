import { foldedWords } from "./words.ts";

/** Phrases that always close a letter, by language. */
const closings = `
with kind regards; kind regards; kindest regards; with kindest regards; best regards; with best regards; my best regards;
with my best regards; very best regards; warm regards; warmest regards; with warm regards; with warmest regards; regards;
sincere regards; cordial regards; friendly regards; many regards; best wishes; with best wishes; warm wishes;
warmest wishes; kind wishes; with warm wishes; all best wishes; best greetings; kind greetings; warm greetings;
friendly greetings; with friendly greetings; sincerely; sincerely yours; yours sincerely; most sincerely; yours truly;
very truly yours; yours faithfully; yours respectfully; respectfully; respectfully yours; cordially; cordially yours;
warmly; cheers; all the best; all my best; all best; br; rgds; kr;
mit freundlichen grüßen; mit freundlichen gruessen; mit freundlichem gruß; mit besten grüßen; mit besten gruessen;
mit herzlichen grüßen; mit herzlichem gruß; mit lieben grüßen; mit vielen grüßen; freundliche grüße;
freundliche gruesse; freundlicher gruß; viele grüße; viele gruesse; liebe grüße; liebe gruesse; beste grüße;
beste gruesse; herzliche grüße; herzliche gruesse; schöne grüße; sonnige grüße; lieber gruß; viele liebe grüße;
ganz liebe grüße; herzlichst; grüße; gruesse; gruß; gruss; lg; vg; mfg; hochachtungsvoll;
cordialement; bien cordialement; très cordialement; sincèrement; bien à vous; amicalement; bien amicalement;
cordiales salutations; sincères salutations; meilleures salutations; salutations; salutations distinguées;
salutations cordiales; salutations sincères; mes meilleures salutations; avec nos meilleures salutations; respectueusement;
saludos; un saludo; saludos cordiales; cordiales saludos; un cordial saludo; un saludo cordial; reciba un cordial saludo;
reciba un saludo; muchos saludos; saludos atentos; cordialmente; muy cordialmente; atentamente; muy atentamente;
un abrazo; un fuerte abrazo; afectuosamente; salutacions; salutacions cordials; atentament;
cordiali saluti; distinti saluti; saluti; un saluto; cordiale saluto; un cordiale saluto; un caro saluto; tanti saluti;
cari saluti; migliori saluti; i migliori saluti; i nostri migliori saluti; con i migliori saluti; saluti cordiali;
met vriendelijke groet; met vriendelijke groeten; vriendelijke groet; vriendelijke groeten; met hartelijke groet;
met hartelijke groeten; hartelijke groet; hartelijke groeten; groet; groeten; groetjes; lieve groet; lieve groeten; mvg;
hoogachtend; vriendelijk groetend;
pozdrawiam; pozdrawiamy; serdecznie pozdrawiam; pozdrawiam serdecznie; serdecznie pozdrawiamy; pozdrowienia;
serdeczne pozdrowienia; z poważaniem; z wyrazami szacunku; z pozdrowieniami; łączę pozdrowienia;
atenciosamente; cordiais cumprimentos; melhores cumprimentos; com os melhores cumprimentos; os melhores cumprimentos;
cumprimentos; com os meus cumprimentos; saudações; cordiais saudações; respeitosamente; abraços; um abraço; abraço; att;
med vänlig hälsning; med vänliga hälsningar; vänlig hälsning; vänliga hälsningar; bästa hälsningar; varma hälsningar;
hälsningar; hälsning; många hälsningar; med bästa hälsningar; mvh; vh; allt gott;
med venlig hilsen; med venlige hilsner; venlig hilsen; venlige hilsner; kærlig hilsen; bedste hilsner; bedste hilsener;
de bedste hilsner; med vennlig hilsen; vennlig hilsen; med vennlige hilsener; beste hilsen; beste hilsener; hilsen;
hilsener; mange hilsner; god hilsen; med hilsen; með bestu kveðju; bestu kveðjur; kær kveðja; kveðja;
ystävällisin terveisin; parhain terveisin; terveisin; terveisiä; ystävällisesti; kunnioittavasti; lugupidamisega;
parimate soovidega; ar cieņu; pagarbiai; su pagarba;
s pozdravem; s přátelským pozdravem; se srdečným pozdravem; s úctou; s pozdravom; s priateľským pozdravom;
üdvözlettel; tisztelettel; köszönettel; szívélyes üdvözlettel; baráti üdvözlettel; üdv;
cu stimă; cu respect; cu drag; cu prietenie; toate cele bune; srdačan pozdrav; srdačni pozdravi; lijep pozdrav;
lep pozdrav; s poštovanjem; s spoštovanjem; pozdrav; lp; me respekt;
saygılarımla; saygılarımızla; saygilarimla; sevgiler; sevgilerimle; iyi çalışmalar;
με εκτίμηση; με φιλικούς χαιρετισμούς; φιλικά; φιλικούς χαιρετισμούς; με τιμή;
с уважением; с наилучшими пожеланиями; искренне ваш; искренне ваша; всего доброго; всего наилучшего; з повагою;
з найкращими побажаннями; с уважение; поздрави; с поштовањем; срдачан поздрав; поздрав;
مع أطيب التحيات; مع خالص التحية; مع خالص التحيات; مع التحية; مع تحياتي; تحياتي; أطيب التحيات; مع فائق الاحترام;
وتفضلوا بقبول فائق الاحترام; בברכה; בברכה רבה; בכבוד רב; با احترام;
敬具; かしこ; 草々; 此致敬礼; 此致; 敬礼; 此致敬禮; 敬禮; 祝好; 顺颂商祺; 順頌商祺; 顺祝商祺; 谨启; 敬上;
드림; 올림; 안녕히 계세요; 안녕히 계십시오; trân trọng; kính thư; thân mến; thân ái; trân trọng kính chào;
ขอแสดงความนับถือ; ด้วยความเคารพ; salam; salam hangat; hormat kami; salam hormat; सादर; शुभकामनाएं; धन्यवाद सहित`;

/** Words that close a letter when alone on a line; within a line they refer to something. */
const thanks = `
best; bests; warm; yours; yours ever; love; lots of love; much love; take care; talk soon; thanks; many thanks; thank you;
thanks again; thank you again; thanks a lot; thanks so much; thank you so much; thank you very much; thanks very much;
thanks in advance; thank you in advance; many thanks in advance; with thanks; with many thanks; with gratitude;
with appreciation; gratefully; thx; ty; ta;
danke; vielen dank; besten dank; herzlichen dank; danke schön; dankeschön; danke im voraus; vielen dank im voraus;
merci; merci beaucoup; merci d'avance; avec mes remerciements; gracias; muchas gracias; gracias de antemano; mil gracias;
gràcies; moltes gràcies; grazie; grazie mille; molte grazie; grazie in anticipo; bedankt; dank je wel; dank u wel;
alvast bedankt; hartelijk dank; vriendelijk bedankt; dziękuję; dziękujemy; z góry dziękuję; dzięki; obrigado; obrigada;
muito obrigado; muito obrigada; grato; grata; tack; tack så mycket; tack på förhand; stort tack; tak; mange tak;
på forhånd tak; takk; mange takk; tusen takk; på forhånd takk; kiitos; paljon kiitoksia; kiitos etukäteen; děkuji;
děkujeme; díky; ďakujem; ďakujeme; köszönöm; köszönjük; mulțumesc; mulțumim; hvala; hvala lijepa; hvala lepa;
teşekkürler; teşekkür ederim; ευχαριστώ; ευχαριστούμε; спасибо; большое спасибо; дякую; дякуємо; благодаря; شكرا;
شكرا لك; תודה; תודה רבה; ありがとうございました; ありがとうございます; 谢谢; 謝謝; 多谢; 感谢; 감사합니다; 고맙습니다;
cảm ơn; xin cảm ơn; ขอบคุณ; ขอบคุณค่ะ; ขอบคุณครับ; terima kasih; धन्यवाद`;

/** Closing phrases as folded words separated by single blanks. */
export const closingPhrases: ReadonlySet<string> = new Set(
  `${closings}; ${thanks}`.split(";").map((phrase) => foldedWords(phrase).join(" ")),
);
