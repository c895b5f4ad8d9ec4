PRAGMA page_size=4096;

BEGIN TRANSACTION;

CREATE TABLE accounts (
        id integer primary key,
        account text not null unique,
        balance integer not null,
        last_journal integer not null,
        may_be_negative integer not null,
        constraint no_purse_is_below_zero check (balance >= 0 or may_be_negative)
    ) strict;
INSERT INTO accounts VALUES(1,'cashier:EUR',-100,1,1);
INSERT INTO accounts VALUES(2,'escrow:EUR:t1:1:1',0,3,0);
INSERT INTO accounts VALUES(3,'house:EUR',60,3,1);
INSERT INTO accounts VALUES(4,'purse:EUR:a',40,2,0);

CREATE TABLE answers (
        command text primary key,
        stream integer not null references streams,
        version integer not null,
        answer blob not null
    ) strict;
INSERT INTO answers VALUES('c1',1,1,X'616E7377657220746F206331');
INSERT INTO answers VALUES('c2',2,2,X'616E7377657220746F206332');
CREATE INDEX answers_of_stream on answers (stream, version);

CREATE TABLE events (
        stream integer not null references streams,
        version integer not null,
        body blob not null,
        head blob not null,
        primary key (stream, version)
    ) strict;
INSERT INTO events VALUES(1,1,X'636173686965724030206B3E613A31303020236331',X'E046930837B2EE89D40BA0697996A9C384A037647E591754FC457BAD92EC0728');
INSERT INTO events VALUES(2,1,X'2B7431403020613E653A363020236332',X'CB3C38EC189C69F0B8A2DBCD925EC279140D61544A292FDDAFD1DFDA004E7952');
INSERT INTO events VALUES(2,2,X'7365636F6E64',X'FAE2DC1E5BD7ACBC426FF55DE2A491AB62BF1F77D67CFC2550EB953F21113660');
INSERT INTO events VALUES(2,3,X'7431403220653E683A3630',X'493CC93C6CE912CE9F0C20427340AEB7BCA6B2B2250A3CDBC767A3CF7C71522A');

CREATE TABLE journals (
        id integer primary key,
        stream integer not null references streams,
        version integer not null,
        lines text not null -- JSON: an account's number to its amount and its journal before this one
    ) strict;
INSERT INTO journals VALUES(1,1,1,'{"1":[-100,0],"4":[100,0]}');
INSERT INTO journals VALUES(2,2,2,'{"4":[-60,1],"2":[60,0]}');
INSERT INTO journals VALUES(3,2,3,'{"2":[-60,2],"3":[60,0]}');

CREATE TABLE people (
        person text primary key,
        body blob not null
    ) strict;
INSERT INTO people VALUES('a',X'416461');

CREATE TABLE snapshots (
        stream text not null,
        schema integer not null,
        version integer not null,
        body blob not null,
        primary key (stream, schema)
    ) strict;
INSERT INTO snapshots VALUES('t1',1,3,X'7374617465');

CREATE TABLE streams (
        id integer primary key,
        stream text not null unique,
        epoch integer not null,
        version integer not null,
        head blob not null
    ) strict;
INSERT INTO streams VALUES(1,'cashier',1,1,X'E046930837B2EE89D40BA0697996A9C384A037647E591754FC457BAD92EC0728');
INSERT INTO streams VALUES(2,'t1',1,3,X'493CC93C6CE912CE9F0C20427340AEB7BCA6B2B2250A3CDBC767A3CF7C71522A');

pragma user_version=1;
pragma application_id=1347767892;

COMMIT TRANSACTION;
