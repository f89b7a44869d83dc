import { polish as statuses } from "../statuses/polish.ts";
import { type Words, words } from "./words.ts";

export const polish: Words = {
  common: words(
    "wczoraj|dziś|jutro|kurier|jedzie|będzie|czy|tak|mam|ci|cię|twoj\\p{L}+|pozdr|oraz|jako|więc|już|jeszcze|tylko|też|był[aoy]?|jak|ale|po|od|przez|to|mamy|pan[i]?|i|w|z|na|nie|jest|się|do|państwa|pani|pana|panie|został[ao]?|zamówieni[ea]|dziękujemy|pozdrawiam|dzień|dobry|cześć|dla|za|że|prosimy|proszę|przesyłk[ai]|szanown[ay]|zamówieni\\p{L}*|paczk\\p{L}+|faktur\\p{L}+|zwrot\\p{L}*|przesyłk\\p{L}+|koszt\\p{L}*|został[aoy]?|numer|kwot[aęy]",
  ),
  condition: words(
    "piszesz|mówisz|wspominasz|(?:jak|co) (?:pan|pani) (?:pisze|mówi)|za informację|przykro nam|szkoda|(?:pani|pan) pisze|(?:pisze|pisał[ay]?|wspomniał\\p{L}*) (?:pani|pan)|według (?:pani|pana)|w (?:pani|pana) wiadomości|jeśli|jeżeli|gdy|kiedy|jak tylko|gdyby|w przypadku|o ile|dopóki|zanim|po tym jak|czy|rozumiem,? że",
  ),
  hedge: words(
    "nic|nikt|bez|chętnie|omyłkowo|przez pomyłkę|pisałem|pisałam|połow\\p{L}+|nie|nigdy|ani|będzie|będą|będziemy|\\p{L}*(?:limy|zymy)|zwrócimy|wyślemy|zostanie|zostaną|możemy|może|mogą|mógłby|mogłaby|można|powinn\\p{L}*|trzeba|należy|chce|zwykle|zazwyczaj|normalnie|zamiast|pisze|pisał[ay]?|wspomniał\\p{L}*|prawdopodobnie|jeszcze|aby|żeby",
  ),
  hedgesBackwards: true,
  settled: words(
    "daje|dają|wychodzi|wyszło|są|jedzie|jadą|leci|lecą|idzie|zmierza|czeka|czekają|leży|mamy|wrócił[aoy]?|dotarł[aoy]?|dotarły|wyszł[aoy]|wyszedł|poszł[aoy]|poszedł|doszł[aoy]|doszedł|przysz\\p{L}+|wpłyn\\p{L}+|trafił[aoy]?|ruszył\\p{L}*|\\p{L}+(?:ył|ił|ał)[aoy]?|to|jest|był[aoy]?|został[aoy]?|wynosi|wynosił[ao]?|wyniosł[ao]|wyniósł|kosztuje|kosztował[ao]?|zwrócono|zwróciliśmy|zapłacił\\p{L}*|zapłacono|opłacono|pobrano|obciążono|\\p{L}+liśmy|\\p{L}+łyśmy|\\p{L}+łem|\\p{L}+łam|\\p{L}+łeś|\\p{L}+łaś|\\p{L}+ono",
  ),
  amounts: {
    refund: words(
      "zwrac\\p{L}+|odda\\p{L}+|przelaliśmy|przelał\\p{L}+|przelano|przelew zwrotny|refund\\p{L}+|odzysk\\p{L}+|zwrot\\p{L}*|zwróc\\p{L}+",
    ),
    total: words(
      "wynosi\\p{L}*|wynios\\p{L}+|wyniósł|kosztował\\p{L}*|wychodzą|wyszły|należy się|daje|dają|wychodzi|w sumie|ogółem|dopłac\\p{L}+|wpłac\\p{L}+|wpłat\\p{L}+|przelać|zostaje|pozostaje|ostateczn\\p{L}+|koszt\\p{L}* zamówienia|wyda\\p{L}+|do zapłaty|należnoś\\p{L}+|wyszł[oa]|łącznie|łączn\\p{L}+|razem|suma|kwot[aęy]|całkowit\\p{L}+|zapłac\\p{L}+|opłac\\p{L}+|płatnoś\\p{L}+|pobrano|obciąż\\p{L}+|wartoś\\p{L}+",
    ),
    shipping: words(
      "transport\\p{L}*|przesyłk\\p{L}+|koszt\\p{L}* (?:wysyłki|dostawy|przesyłki)|wysyłk\\p{L}+|dostaw\\p{L}+",
    ),
    tax: words("vat|podat\\p{L}+"),
    discount: words(
      "obniż\\p{L}+|odliczon\\p{L}+|(?:za)?oszczędz\\p{L}+|taniej|mniej|rabat\\p{L}*|zniżk\\p{L}+|upust\\p{L}*",
    ),
    line: words("cen[aęy]|kosztuje|kosztował[ao]?|produkt\\p{L}*|artykuł\\p{L}*"),
  },
  offer: words(
    "alternatyw\\p{L}+|zamiennik\\p{L}*|ekspres\\p{L}*|bezpłatn\\p{L}+|gratis|stron\\p{L}+|sklep\\p{L}*|bon|bonu|voucher|kupon\\p{L}*|kod|kart\\p{L}+ podarunkow\\p{L}+|rekompensat\\p{L}+|ofert\\p{L}+|następn\\p{L}+ zam\\p{L}+|kolejn\\p{L}+|darmow\\p{L}+|promocj\\p{L}+|minimaln\\p{L}+|opłat[aęy]|cł[oa]|wymian\\p{L}+|różnic\\p{L}+|dopłat\\p{L}+|dodatkow\\p{L}+|obecnie|dostępn\\p{L}+|potrąc\\p{L}+|odlicz\\p{L}+",
  ),
  bound: words(
    "do|ponad|powyżej|poniżej|od|co najmniej|maksymalnie|około|ok|więcej niż|mniej niż|między|prawie|dodatkowe",
  ),
  statuses,
  otherThing: words(
    "kas[aęy]|pieniądz\\p{L}*|środk\\p{L}+|kwot[aęy]|należnoś\\p{L}+|sortown\\p{L}+|oddzia\\p{L}+|punkt\\p{L}*|paczkom\\p{L}+|(?:ostatni|poprzedni|pierwsz|następn)\\p{L}+ zamówieni\\p{L}+|e-?mail\\p{L}*|mail\\p{L}*|wiadomoś\\p{L}+|potwierdzeni\\p{L}+|faktur\\p{L}+|paragon\\p{L}*|etykiet\\p{L}+|reklamacj\\p{L}+|zwracan\\p{L}+|odesłan\\p{L}+|zamienn\\p{L}+|wymian\\p{L}+|now[aeyą]\\p{L}*|subskrypcj\\p{L}+|dokument\\p{L}*|zdjęci\\p{L}+|list|prośb\\p{L}+|kod|link|kolega|koleżank\\p{L}+|dostawc\\p{L}+|producent\\p{L}*|inn[aeyi]\\p{L}*|drug[ai]\\p{L}*|brakując\\p{L}+|do nas|zwrot\\p{L}*|pieniądze|przelew\\p{L}*|towar\\p{L}*|awizo|do (?:naszego )?magazynu|kurier (?:był|zostawił (?:awizo|kartk\\p{L}+|informac\\p{L}+)|przyjechał)",
  ),
  days: {
    ordered: words(
      "zamówienie (?:jest|było|pochodzi) z|złożon\\p{L}+|złożył\\p{L}*|zamówienie z|zamówion\\p{L}+|zakup\\p{L}*|zamówił\\p{L}*|kupił\\p{L}*",
    ),
    shipped: words(
      "ruszył\\p{L}*|odjechał\\p{L}*|opuścił\\p{L}*|poszł[aoy]|poszedł|wyszedł|wyruszył\\p{L}*|oddan\\p{L}+ (?:kurierowi|do)|posłan\\p{L}+|wyekspediowan\\p{L}+|puszczon\\p{L}+|nadano|wysłan\\p{L}+|wysłaliśmy|nadan\\p{L}+|nadaliśmy|wysłano|nadał\\p{L}+|wysłał\\p{L}+|wyszł[aoy]|wyruszył\\p{L}*|przekaza\\p{L}+|wyjechał\\p{L}*",
    ),
    delivered: words(
      "doręczył\\p{L}*|dostarczył\\p{L}*|wręczon\\p{L}+|przywi(?:ózł|ozła|eziono)|przyjechał\\p{L}*|przyszł[ao]|przyszedł|doszł[aoy]|doszedł|dojechał\\p{L}*|zostawion\\p{L}+|wrzucon\\p{L}+|dotarły|dostarczon\\p{L}+|doręczon\\p{L}+|dostarczono|doręczono|dotarł[aoy]?|trafił[aoy]?|odebran\\p{L}+|odebrał\\p{L}*|otrzymał\\p{L}*",
    ),
    refunded: words(
      "zleci(?:liśmy|ł[ae]m)|zrealizow\\p{L}+|wykonaliśmy|przelał[ae]m|oddał[ae]m|wysłaliśmy zwrot|przelano|oddano|oddan\\p{L}+|przelan\\p{L}+|wypłacon\\p{L}+|odesłan\\p{L}+ na|zrefundowan\\p{L}+|zlecon\\p{L}+|zwrot (?:został|wyszedł|poszedł|wykonan\\p{L}+|zlec\\p{L}+)|zwrócon\\p{L}+|zwrócono|zwróciliśmy|zwrot (?:środków|pieniędzy|płatności|kwoty|należności)|zwrócił\\p{L}+|oddaliśmy|przelaliśmy",
    ),
    cancelled: words("anulow\\p{L}+"),
    expected: words("przewidywan\\p{L}+|planowan\\p{L}+|spodziewan\\p{L}+|szacowan\\p{L}+"),
  },
  attached: words(
    "dołączył[ae]m|dołączyliśmy|załączył[ae]m|załączyliśmy|w załączniku|w załączeniu|załączam|załączamy|załączon\\p{L}+|dołączam|dołączamy|przesyłam w załączniku",
  ),
  attachedElsewhere: words(
    "dziękuj\\p{L}+ za|załączył(?:a|eś|aś)?|pani załącz\\p{L}*|pana załącz\\p{L}*|prosimy|proszę|czy może|(?:poprzedni|ostatni|pierwsz)\\p{L}+ (?:e-?mail\\p{L}*|wiadomoś\\p{L}+|mail\\p{L}*)|do paczki|w paczce|do przesyłki",
  ),
  greeting:
    /^(?:cześć|witaj|witam|dzień dobry|dobry wieczór|szanown[ay]|drog[ai]|hej|hejka|witam serdecznie|dobry|siema|miła|miły)[ ,]+(?=\p{Lu})/iu,
  noName: /^(?:państwo|pani|panie|pan|kliencie|klientko|dziękuj\p{L}*|wszyscy|zespół|bardzo|w|z|na|i|uprzejmie)$/iu,
  closing:
    /^(?:(?:serdecznie |z )?(?:pozdrawiam[y]?|pozdrowieni[aem]{1,2}|poważaniem|wyrazami szacunku)|dziękuj(?:ę|emy)|miłego (?:dnia|weekendu)|do usłyszenia)[,.! ]*$/iu,
};
