"""First names that are common where Runner’s languages are spoken, folded: evidence on which half
of a name comes first. Names that are as often last ones (Martin, Thomas, Kim) are left out."""

FIRST_NAMES = frozenset(
    """
    aaron abby abigail ada adam adrian adriana agnes agnieszka ahmed aino aisha akira alan alba
    albert alberto alejandra alejandro aleksandra alessandra alessandro alessia alex alexander
    alexandra alexandre alexandros alexis alfonso alice alicia alina alisa amanda amelia amelie
    amy ana anais anders andrea andreas andreea andrew andrzej andy angela angelica angelo anita
    anja anke ann anna annalena anne anneke annette annika anouk anton antonia antonin antonio
    antonia anya ariana arjun arnaud arne arthur arturo astrid aurelie aurora axel barbara bart
    bartosz bastian beata beatrice beatriz ben benedikt benjamin benoit bernd bettina bianca
    bill birgit bjorn bo bob brandon brenda brian brigitte bruno bryan camila camille carina
    carl carla carlo carlos carmen carol carolina caroline caterina catherine cecile cecilia
    celine cesar charlotte chiara chloe chris christian christina christine christoph christophe
    christopher cindy claire clara claudia claudio clemens clement colin connor cristina cynthia
    daan dagmar damian damien dan daniel daniela daniele danielle danny daria dariusz dario
    davide deborah denise dennis derek diana diego dieter dimitri dirk dmitri dominic dominik
    dominique donna dora dorothea dorothy dylan eduardo edward edwin egon ekaterina elena
    eleonora elias elif elisa elisabeth elise elizabeth ella ellen elliot elsa emil emilia
    emilie emilio emily emma emmanuel enrico enrique enzo eric erica erich erik erika ernst esra
    esteban esther etienne eugenia eva evelyn ewa fabian fabio fabrice fatima federica federico
    felicity felix femke ferdinand fernanda fernando filip filippo fiona flavio florence florian
    frances francesca francesco francisca francisco franck francois francoise frank fred
    frederic frederik freya friederike fritz gabriel gabriela gabriele gabriella gary gemma
    georg george georgia gerd gerhard gianluca gianni gina giorgia giorgio giovanna giovanni
    gisela giulia giulio giuseppe gloria goncalo grace greg gregor gregory greta grzegorz guido
    guilherme guillaume guillermo gustavo hana hanna hannah hanne hans harald harry hassan
    heather heidi heike heinz helen helena helene helga hendrik henri henrik herbert hernan
    hiroshi holger hugo ian ida ignacio igor ilaria ilse ines inga ingrid irene irina iris isaac
    isabel isabella isabelle ivan ivana jaap jack jacob jacqueline jacques jake jakob jakub
    jamie jan jana jane janet janina jasmin jason javier jean jeff jeffrey jelena jenna jennifer
    jenny jens jeremy jerome jerzy jessica jessie jill jim joana joanna joao joaquin jochen joe
    joel joelle johan johann johanna johannes john johnny jon jonas jonathan jorg jorge jose
    josef josefine joseph josephine joshua juan juana judith jules julia julian juliana julie
    julien juliette julio jurgen justin justine justyna kaito kaja karen karim karin karina karl
    karla karolina kasia kate katarzyna katharina katherine kathrin kathy katie katja katrin
    kazuki keiko keith kelly ken kenji kerstin kevin kimberly kirsten klara klaus konrad
    konstantin kristen kristin kristina krystyna krzysztof kyle lara lars laszlo laura laurence
    laurie lea leandro lena leon leonard leonardo leonie leonora lidia lieke liesbeth lilian
    lily lina linda lindsay lisa liv livia loic lola lorena lorenzo lothar lotte louise luc luca
    lucas lucia luciana lucie lucy ludovic luigi luis luisa luiz lukas lukasz luna lydia lynn
    maarten maciej madeleine magda magdalena maja malgorzata malik manfred manon manuel manuela
    marc marcel marcela marcin marcio marco marcos marcus mareike margaret margarita margherita
    margot maria mariana marie marina mario marion marisa marius mariusz marjolein mark marko
    markus marlene marta martha martina mary mateo mateus mateusz mathias mathieu mathilde
    matilda matt matteo matthew matthias mattia maurice maurizio mauro max maxim maxime
    maximilian megan mehmet mei melanie melissa mia michaela michal michel michela michele
    michelle miguel mika mike mikhail mikko milan milena milo miriam mirko moritz muhammad murat
    nadia nadine nancy natalia natalie natascha nathalie nathan nicholas nick nicola nicolas
    nicole niels nikita nikolai nikolaus nikos nils nina nino noah noelia noemi nora norbert
    nuno olaf oleg olga oliver olivia olivier omar oscar oskar otto pablo pamela paola paolo
    pascal pascale patricia patrick patrizia patrycja paul paula paulina pauline paulo pawel
    pedro peggy penelope per peter petra phil philip philipp philippe pia pierre pietro pilar
    piotr priya quentin rachel rafael raffaele rainer ralf ralph ramon raphael raquel raul
    rebecca regina reiko reinhard remi renate renato rene ricardo riccardo richard rick rita rob
    robert roberta roberto robin rodrigo roger roland rolf romain roman ron ronald rosa rosario
    roxana ruben rudi rudolf rui ruth ryan sabine sabrina sakura salma salvatore sam samantha
    samir samuel sandra sandrine sara sarah sascha sean sebastian sebastien selina serena serge
    sergei sergio severine shannon sharon sigrid silke silvia simona simone sofia sofie sonia
    sonja sophia sophie soren stacy stefan stefania stefanie stefano steffen stephan stephane
    stephanie stephen steve steven sue susan susana susanne suzanne svenja svetlana sven sylvain
    sylvia sylvie tadashi takashi takumi tamara tania tanja tara tariq taro tatiana teresa tessa
    thea theo theodor theresa thibault thierry tiago tim timo timothy tina tobias tom tomas
    tomasz tommaso tony torsten tristan ulrich ulrike uma ursula ute uwe vadim valentin
    valentina valeria valerie vanessa vera veronica veronika veronique vicente vicky victor
    victoria viktor viktoria vincent vincenzo violet virginia virginie vittoria vladimir volker
    walter wanda wendy werner wilhelm will william willem wojciech wolfgang xavier yannick yara
    yasmin yuki yuko yusuf yves yvonne zoe zofia zsofia zuzanna
    """.split()
)
