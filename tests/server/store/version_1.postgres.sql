CREATE TABLE version_1.accounts (
    id bigint NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    balance bigint NOT NULL,
    may_be_negative boolean NOT NULL,
    CONSTRAINT no_purse_is_below_zero CHECK (((balance >= 0) OR may_be_negative))
)
WITH (fillfactor='50');

ALTER TABLE version_1.accounts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME version_1.accounts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE version_1.answers (
    command text NOT NULL COLLATE pg_catalog."C",
    stream bigint NOT NULL,
    version bigint NOT NULL,
    answer bytea NOT NULL
);

CREATE TABLE version_1.events (
    stream bigint NOT NULL,
    version bigint NOT NULL,
    body bytea NOT NULL,
    head bytea NOT NULL
);

CREATE TABLE version_1.journal_lines (
    line bigint NOT NULL,
    account bigint NOT NULL,
    stream bigint NOT NULL,
    version bigint NOT NULL,
    amount bigint NOT NULL
);

ALTER TABLE version_1.journal_lines ALTER COLUMN line ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME version_1.journal_lines_line_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE version_1.people (
    person text NOT NULL COLLATE pg_catalog."C",
    body bytea NOT NULL
);

CREATE TABLE version_1.schema_version (
    version integer NOT NULL
);

CREATE TABLE version_1.snapshots (
    stream text NOT NULL COLLATE pg_catalog."C",
    schema bigint NOT NULL,
    version bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE version_1.streams (
    id bigint NOT NULL,
    stream text NOT NULL COLLATE pg_catalog."C",
    epoch bigint NOT NULL,
    version bigint NOT NULL,
    head bytea NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE version_1.streams ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME version_1.streams_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

INSERT INTO version_1.accounts OVERRIDING SYSTEM VALUE VALUES (1, 'cashier:EUR', -100, true);
INSERT INTO version_1.accounts OVERRIDING SYSTEM VALUE VALUES (2, 'escrow:EUR:t1:1:1', 0, false);
INSERT INTO version_1.accounts OVERRIDING SYSTEM VALUE VALUES (3, 'house:EUR', 60, true);
INSERT INTO version_1.accounts OVERRIDING SYSTEM VALUE VALUES (4, 'purse:EUR:a', 40, false);

INSERT INTO version_1.answers VALUES ('c1', 1, 1, '\x616e7377657220746f206331');
INSERT INTO version_1.answers VALUES ('c2', 2, 2, '\x616e7377657220746f206332');

INSERT INTO version_1.events VALUES (1, 1, '\x636173686965724030206b3e613a31303020236331', '\xe046930837b2ee89d40ba0697996a9c384a037647e591754fc457bad92ec0728');
INSERT INTO version_1.events VALUES (2, 1, '\x2b7431403020613e653a363020236332', '\xcb3c38ec189c69f0b8a2dbcd925ec279140d61544a292fddafd1dfda004e7952');
INSERT INTO version_1.events VALUES (2, 2, '\x7365636f6e64', '\xfae2dc1e5bd7acbc426ff55de2a491ab62bf1f77d67cfc2550eb953f21113660');
INSERT INTO version_1.events VALUES (2, 3, '\x7431403220653e683a3630', '\x493cc93c6ce912ce9f0c20427340aeb7bca6b2b2250a3cdbc767a3cf7c71522a');

INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 1, -100);
INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (2, 4, 1, 1, 100);
INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (3, 4, 2, 2, -60);
INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (4, 2, 2, 2, 60);
INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (5, 2, 2, 3, -60);
INSERT INTO version_1.journal_lines OVERRIDING SYSTEM VALUE VALUES (6, 3, 2, 3, 60);

INSERT INTO version_1.people VALUES ('a', '\x416461');

INSERT INTO version_1.schema_version VALUES (1);

INSERT INTO version_1.snapshots VALUES ('t1', 1, 3, '\x7374617465');

INSERT INTO version_1.streams OVERRIDING SYSTEM VALUE VALUES (1, 'cashier', 1, 1, '\xe046930837b2ee89d40ba0697996a9c384a037647e591754fc457bad92ec0728');
INSERT INTO version_1.streams OVERRIDING SYSTEM VALUE VALUES (2, 't1', 1, 3, '\x493cc93c6ce912ce9f0c20427340aeb7bca6b2b2250a3cdbc767a3cf7c71522a');

SELECT pg_catalog.setval('version_1.accounts_id_seq', 4, true);

SELECT pg_catalog.setval('version_1.journal_lines_line_seq', 6, true);

SELECT pg_catalog.setval('version_1.streams_id_seq', 2, true);

ALTER TABLE ONLY version_1.accounts
    ADD CONSTRAINT accounts_account_key UNIQUE (account);

ALTER TABLE ONLY version_1.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY version_1.answers
    ADD CONSTRAINT answers_pkey PRIMARY KEY (command);

ALTER TABLE ONLY version_1.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (stream, version);

ALTER TABLE ONLY version_1.journal_lines
    ADD CONSTRAINT journal_lines_pkey PRIMARY KEY (account, line);

ALTER TABLE ONLY version_1.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (person);

ALTER TABLE ONLY version_1.snapshots
    ADD CONSTRAINT snapshots_pkey PRIMARY KEY (stream, schema);

ALTER TABLE ONLY version_1.streams
    ADD CONSTRAINT streams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY version_1.streams
    ADD CONSTRAINT streams_stream_key UNIQUE (stream);

CREATE INDEX answers_of_stream ON version_1.answers USING btree (stream, version);
