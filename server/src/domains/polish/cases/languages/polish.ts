import { linesOf } from "../lines-of.ts";

/** Polish with a planted misspelling in each line, and without. */
export const polish = {
  planted: linesOf(`
Państwa [zamówinie|zamówienie] jest w drodze.
Dziękujemy za [wiadomsć|wiadomość].
Otrzymaliśmy [zwort|zwrot] wczoraj.
[Przepraszmy|Przepraszamy] za niedogodności.
[Faktrua|Faktura] jest w załączniku.
Paczka [dotzre|dotrze] jutro.
Ten produkt jest już [niedostepny|niedostępny].
Czy może Pani [przesłc|przesłać] zdjęcie?
Zwrot pieniędzy [potrfa|potrwa] trzy dni.
[Adrss|Adres] został zmieniony.
[Wysyłak|Wysyłka] jest bezpłatna.
[Kurrier|Kurier] nikogo nie zastał.
[Gwaranja|Gwarancja] trwa dwa lata.
[Niesety|Niestety] kolor jest wyprzedany.
Można go [zwrocić|zwrócić] w ciągu trzydziestu dni.
Nasz [magzyn|magazyn] jest dziś zamknięty.
[Sprawdazmy|Sprawdzamy] status przesyłki.
To [prblem|problem] w naszym systemie.
Prosimy o [kontkat|kontakt] w razie pytań.
Lampa dotarła [uszkodzna|uszkodzona] do klienta.
`),
  sound: linesOf(`
Dzień dobry Pani Agnieszko, dziękujemy za wiadomość.
Paczka wyszła dziś rano z naszego magazynu.
Czy może Pan przesłać zdjęcie etykiety?
Poszewkę można prać w trzydziestu stopniach.
Zwróciliśmy pieniądze na Pani kartę.
Kurier był, ale nikogo nie zastał.
Zostały jeszcze dwie w kolorze piasku.
Bardzo przepraszamy za opóźnienie.
Poduszka jest zrobiona z lnu.
Prosimy dać znać, jeśli coś jeszcze będzie potrzebne.
Odbiór będzie we wtorek po południu.
Który rozmiar Pani woli, duży czy mały?
Kod rabatowy wygasa jutro.
Nasz zespół odpowiada od poniedziałku do piątku.
Pozdrawiamy z Krakowa
Klosz i podstawa są sprzedawane razem.
Już to naprawiliśmy.
Życzymy miłego dnia!
Czas dostawy to pięć dni roboczych.
Nie trzeba go odsyłać.
`),
};
