import { phrases, type StatusPhrases } from "./phrases.ts";

const was = "(został[aoy]?|zostały|był[aoy]?|jest|są)";

export const polish: StatusPhrases = {
  refunded: phrases(
    "(wrócił[aoy]?|trafił[aoy]?|wróciły) (_ )?(na|do) (pani|pana|państwa|twoj@|kart@|kont@|rachun@)",
    "(zlecono|wykonano|zrealizowano|zrobiono|dokonano) (_ )?(zwrot@|przelew@)",
    "(zwrot|refundacja|przelew|refund) (_ )?(został[ay]? |jest )?(_ )?(wykonan[yae]|zlecon[yae]|zrealizowan[yae]|wysłan[yae]|zaksięgowan[yae]|przeprowadzon[yae]|dokonan[yae]|puszczon[yae])",
    "(kwotę|pieniądze|środki|zł|całość|należność) (_ )?(zwróciliśmy|zwrócił[ae]m|przelaliśmy|przelał[ae]m|oddaliśmy|oddał[ae]m|zwrócono|przelano|oddano|odesłaliśmy|wypłaciliśmy)",
    "(dokonaliśmy|dokonał[ae]m|dokonano) (_ )?(zwrotu|przelewu|refundacji)",
    "(zwrócił[ay]?|oddał[ay]?|przelał[ay]?) (_ )?(koleżanka|kolega|księgowość|dział|bank|operator)",
    "(wrócił[aoy]?|wróciło) (do (pani|pana|ciebie)|na (pani|pana|twoje|kartę|konto))",
    "(pieniądze|środki|kwota) (_ )?(wrócił[aoy]?|są (już )?(na|z powrotem))",
    "(zwróciliśmy|zwróciłyśmy|zwrócono|zwrócił[ae]m|oddaliśmy|oddał[ae]m|oddano|przelaliśmy|przelał[ae]m|przelano|odesłaliśmy pieniądze|wypłaciliśmy|zrefundowaliśmy)",
    `(zwrot|refundacj[aęi]|przelew zwrotny|pieniądze|środki|kwota|należność) * ${was} (_ )?(zrealizowan[aey]|zrealizowany|wykonany|wykonane|zlecon[aey]|zlecony|przetworzon[aey]|przetworzony|wysłany|wysłan[aey]|zwrócon[aey]|przelan[aey]|zaksięgowan[aey]|oddan[aey]|dokonany|gotowy|w drodze (na|do))`,
    `${was} (_ )?(zwrócon[aeiy]|oddan[aeiy]|przelan[aeiy])`,
    "(zleciliśmy|zlecił[ae]m|zrobiliśmy|zrobił[ae]m|wykonaliśmy|zrealizowaliśmy|wysłaliśmy|puściliśmy|puścił[ae]m) (_ )?(zwrot|przelew)",
    "(zwrot|przelew|pieniądze) (_ )?(poszedł|poszły|wyszedł|wyszły|wrócił[aoy]?|trafił[aoy]? na|dotarł[aoy]?)",
  ),
  shipped: phrases(
    "(zapakowaliśmy i (wysłaliśmy|nadaliśmy)|puściliśmy|puścił[ae]m|posłaliśmy|posłał[ae]m|wyprawił[ae]m)",
    "(ruszył[aoy]?|wyruszył[aoy]?|wyszł[aoy]|wyszedł|wyjechał[aoy]?) (_ )?(od nas|w drogę|w trasę|z magazynu|\\d[\\d.,]*)",
    "(jest|są) (_ )?(u (kuriera|przewoźnika)|w rękach (kuriera|dpd|dhl|inpost|gls)|w sortowni)",
    "(wysłaliśmy|wysłałyśmy|nadaliśmy|nadałyśmy|wysłano|nadano|nadał[ae]m|wysłał[ae]m|wyekspediowaliśmy|wyprawiliśmy|odesłaliśmy do (pani|pana))",
    `${was} (_ )?(wysłan[aeiy]|nadan[aeiy]|wyekspediowan[aeiy]|przekazan[aeiy] (kurierowi|przewoźnikowi|do (doręczenia|wysyłki))|odebran[aeiy] (przez kuriera|od nas)|spakowan[aeiy] i wysłan[aeiy])`,
    `(jest|są) (_ )?(w drodze|w trasie|w transporcie|w doręczeniu|w podróży|u kuriera)`,
    "(wyszł[aoy]|wyszedł|wyruszył[aoy]?|ruszył[aoy]?|wyjechał[aoy]?|pojechał[aoy]?|poszł[aoy]|poszedł|poleciał[aoy]?|wyleciał[aoy]?|opuścił[aoy]?) (_ )?(od nas|z (naszego )?magazynu|z (naszej )?palarni|w drogę|do (pani|pana|państwa|ciebie)|w (poniedziałek|wtorek|środę|czwartek|piątek|sobotę)|(nasz )?magazyn|dziś|dzisiaj|wczoraj|kurierem|paczkomatem)",
    "(przekazaliśmy|przekazał[ae]m|oddaliśmy|daliśmy|wydaliśmy) (_ )?(kurierowi|przewoźnikowi|poczcie|dpd|inpost|dhl|gls|ups|na pocztę)",
    "(jedzie|jadą|leci|lecą|idzie|zmierza) (już |właśnie |wciąż |nadal |cały czas )?(do (pani|pana|państwa|ciebie)|w (pani|pana|twoją) stronę|z (dpd|inpost|dhl|gls|ups))",
    "już (w drodze|jedzie|wysłan[aey]|nadan[aey])",
    "(kurier|dpd|inpost|dhl|gls|ups) (_ )?(odebrał|zabrał|podjął)(?! od pan)",
  ),
  delivered: phrases(
    "(kurier|listonosz|dpd|inpost|dhl|gls|ups|poczta|on|pan kurier) (_ )?(zostawił|oddał|przekazał|wręczył|dostarczył|doręczył|przywiózł|podrzucił|wrzucił|włożył)[ay]? (_ )?(u|w|pod|na|do|pani|panu|ci|tobie|sąsiad@|@)",
    "(ma|masz) (ją|go|je|paczkę|przesyłkę) (_ )?(pani|pan|już|od|u)",
    "(przyszł[aoy]|przyszedł|przyjechał[aoy]?|dojechał[aoy]?|dotarł[aoy]?|doszł[aoy]|doszedł) (_ )?(do (pani|pana|państwa|ciebie|domu)|na (miejsce|adres)|wczoraj|dziś|dzisiaj|\\d[\\d.,]*)",
    `${was} (_ )?(dostarczon[aeiy]|doręczon[aeiy]|wręczon[aeiy]|odebran[aeiy](?! (przez kuriera|od nas))|pozostawion[aey]|zostawion[aey]|włożon[aey] do skrzynki)`,
    "(dostarczono|doręczono|dostarczył|doręczył|dostarczyła|doręczyła|dostarczyli)",
    "(kurier|dpd|inpost|dhl|gls|ups|listonosz|poczta) (_ )?(dostarczył|doręczył|zostawił|przekazał|oddał|wręczył)a? (ją|paczkę|przesyłkę|zamówienie|pani|panu|sąsiad@|pod drzwi@)",
    "(dotarł[aoy]?|trafił[aoy]?|doszł[aoy]|doszedł|przyjechał[aoy]?) (_ )?(do (pani|pana|państwa|ciebie|rąk|adresata|domu)|rąk|na miejsce|pod (pani|pana|wskazany))",
    "(leży|czeka) (_ )?(u (sąsiad@|pani sąsiad@)|pod (pani|pana|twoimi) drzwi@|w skrzynce|na wycieraczce)",
    "status (_ )?(dostarczon[aoy]|doręczon[aoy])",
    "(odebrał[aeo]? pan[i]?|pan[i]? (_ )?odebrał[a]?|odebrał[ae]ś)",
  ),
  cancelled: phrases(
    "(anulowaliśmy|anulowałyśmy|anulowano|anulował[ae]m|wycofaliśmy zamówienie|skasowaliśmy zamówienie|odwołaliśmy)",
    `${was} (_ )?(anulowan[aeiy]|skasowan[aeiy]|wycofan[aeiy]|odwołan[aeiy])`,
    "(anulowanie|anulacja) (_ )?(zostało|jest|została) (_ )?(potwierdzon[aeo]|wykonan[aeo]|zrobion[aeo]|zrealizowan[aeo])",
  ),
  underway: phrases(
    `(jest|są) (_ )?(w drodze|w trasie|w transporcie|w doręczeniu|w podróży)`,
    "(jedzie|jadą|leci|lecą|idzie|zmierza) (już |właśnie |wciąż |nadal |cały czas )?(do (pani|pana|państwa|ciebie)|w (pani|pana|twoją) stronę)",
    "(wciąż|nadal|ciągle|jeszcze) (_ )?(jedzie|w drodze|w trasie|w transporcie)",
  ),
  paid: phrases(
    "(jest|są|wpłynęł[aoy]|dotarł[aoy]?|trafił[aoy]?) (_ )?(na nasze konto|na naszym koncie)",
    `(wpłata|płatność|przelew|pieniądze|środki|zapłata) * (${was} (_ )?(zaksięgowan[aey]|otrzyman[aey]|przyjęt[aey]|potwierdzon[aey]|opłacon[aey])|dotarł[aoy]?|wpłynęł[aoy]|wpłynął|doszł[aoy]|doszedł|dotarły|zaksięgował[aoy]? się|jest (już )?u nas|przyszł[aoy]|przyszedł)`,
    "(otrzymaliśmy|dostaliśmy|zaksięgowaliśmy|odnotowaliśmy|mamy już) (_ )?(wpłatę|płatność|przelew|zapłatę|pieniądze)",
    "zamówienie (jest|zostało) (_ )?opłacone",
  ),
  returned: phrases(
    `(paczka|przesyłka|zamówienie) * (wrócił[ao]? (do nas|do nadawcy|do magazynu)|${was} (_ )?(zwrócon[aey] do (nas|nadawcy)|odesłan[aey] do (nas|nadawcy))|jest (_ )?z powrotem u nas)`,
  ),
  pickup: phrases(
    "(czeka|czekają|leży) (_ )?(na (panią|pana|ciebie|odbiór) )?(w|na) (_ )?(paczkomacie|punkcie( odbioru)?|poczcie|placówce|żabce|automacie)",
    "(jest|są) (_ )?(gotow[aey]|gotowy) do odbioru",
  ),
  owed: phrases(
    "(zwrot|pieniądze|środki|przelew) * (nie|jeszcze nie|wciąż nie|nadal nie) (_ )?(został@|zlecon@|wykonan@|zrobion@|wysłan@|poszedł|poszły|zwrócon@)",
    "(muszę|musimy|mam|mamy) (_ )?(jeszcze )?(zwrócić|oddać|przelać|zlecić zwrot|zrobić zwrot)",
    "(nie|jeszcze nie) (zwróciliśmy|oddaliśmy|przelaliśmy|zleciliśmy|zwrócił[ae]m|oddał[ae]m)",
    "(zwrot|pieniądze|przelew) (_ )?(czeka|czekają|jest w kolejce|jest do zrobienia|w toku)",
  ),
};
