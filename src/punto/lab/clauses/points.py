"""Thirty-six points that GLI-19, the UK's RTS, 25 CFR 547, AGCO and MGA ask of a product like this one.

Clause numbers differ between the standards, so points are numbered here. Each names tests of this repository that fail
when it is not kept; `note` says what they do not see.
"""

from dataclasses import dataclass

TABLE, SERVER = "tests/table/test_", "tests/server/"
REST = f"{SERVER}rest/test_"


@dataclass(frozen=True)
class Point:
    number: int
    asks: str
    tests: tuple[str, ...]
    note: str = ""


def _point(number: int, asks: str, *tests: str, note: str = "") -> Point:
    return Point(number, asks, tests, note)


FAIR = f"{TABLE}fair_shoe.py::"
RECORD, STAFF_LOG = f"{REST}record.py::", f"{REST}staff_log.py::"
PROOF = f"{SERVER}record/test_prove_shoe.py::"
SECRETS = f"{SERVER}tables/test_shoe_secrets.py::"
INSPECTION = f"{SERVER}keeping/test_inspection.py::"
FLOOR_FILE = f"{SERVER}config/test_floor_file.py::"
TALK = f"{SERVER}talk/test_talk_record.py::"
CONSOLES = f"{SERVER}rest/consoles/test_"
PROTECTION = f"{SERVER}people/test_protection.py::"

POINTS = (
    _point(1, "a cryptographic generator, never seeded from a clock",
           "tests/lab/test_drawn_shoes.py::test_a_floor_draws_its_secrets_from_the_operating_system",
           f"{SECRETS}test_a_shoe_that_is_prepared_once_more_has_another_secret",
           f"{FAIR}test_the_published_vector"),
    _point(2, "a statistical battery at the 99 % level",
           "tests/lab/test_card_positions.py::test_sound_shoes_pass",
           "tests/lab/test_card_positions.py::test_a_shuffle_that_favours_a_place_is_found",
           "tests/lab/test_dieharder.py::test_figures_are_read_from_what_the_battery_prints",
           note="the results of this pack stand under Randomness"),
    _point(3, "unbiased scaling of random numbers", f"{FAIR}test_no_choice_is_favoured"),
    _point(4, "no shared random streams",
           f"{FAIR}test_a_commitment_fits_one_shoe_of_one_table",
           f"{SECRETS}test_a_shoe_that_is_prepared_once_more_has_another_secret",
           f"{SECRETS}test_the_same_secret_is_never_sealed_alike"),
    _point(5, "every order of the cards can come",
           f"{FAIR}test_every_order_is_the_whole_deck",
           f"{FAIR}test_a_secret_whose_words_are_all_unfair_runs_out",
           note="8,192 random bits a shoe; 416 cards have 3,025 bits of orders"),
    _point(6, "no outcome is discarded or adapted",
           f"{PROOF}test_whatever_is_changed_is_found",
           f"{SECRETS}test_a_shoe_that_was_committed_to_is_the_same_after_a_crash",
           f"{REST}settled_rounds.py::test_a_round_of_a_committed_shoe_cannot_be_corrected_to_other_cards"),
    _point(7, "outcomes do not depend on stakes, latency or the client",
           f"{PROOF}test_an_honest_shoe_agrees",
           f"{TABLE}shoe_change.py::test_no_other_secret_leaves_and_none_too_early"),
    _point(8, "the client computes no result",
           f"{TABLE}squeeze.py::test_a_dealt_card_travels_without_its_face_until_everybody_may_see_it",
           f"{SERVER}sockets/test_what_others_see.py::test_what_a_second_patron_is_sent",
           "tests/docs/test_rounds_in_the_client.py::test_the_first_visit_counts_as_the_book_counts",
           note="the client has no rule of the game; settled rounds come from the server"),
    _point(9, "stakes are debited when accepted, and no balance is ever negative",
           f"{TABLE}betting.py::test_a_wager_takes_the_stake_from_the_purse",
           f"{SERVER}streams/test_table_stream.py::test_a_purse_that_another_table_has_emptied_is_short",
           f"{SERVER}rest/consoles/test_patron_deeds.py::"
           "test_debits_and_a_cash_out_at_once_never_take_a_purse_below_zero"),
    _point(10, "the server's clock ends betting; late bets are refused with the reason",
           f"{SERVER}tables/test_closing_instant.py::test_around_the_closing_instant",
           f"{SERVER}tables/test_table_door.py::test_a_bet_that_is_too_late_is_told_by_how_much"),
    _point(11, "patrons are told about latency",
           "tests/lab/test_rules_pages.py::test_every_language_says_who_decides_when_a_line_is_slow"),
    _point(12, "every bet is settled by the published rules",
           "tests/books/test_sa.py::test_what_each_bet_pays",
           "tests/books/test_squeeze.py::test_what_each_bet_pays",
           "tests/books/test_every_book.py::test_prepared_odds_are_the_odds_of_the_bet_in_every_coup"),
    _point(13, "no fraction of money is created or lost",
           "tests/books/test_every_book.py::test_wagers_are_settled_as_fractions_say_whatever_is_staked",
           "tests/properties/test_table.py::test_whatever_a_floor_does_every_promise_holds",
           "tests/trials/torture/test_simulation.py::test_a_cent_that_is_lost_in_settlement_is_found_out"),
    _point(14, "rules and return are one click away before betting",
           f"{REST}floor_pages.py::test_a_book_comes_with_its_exact_odds",
           f"{REST}floor_pages.py::test_a_help_page_as_markdown_and_as_html",
           note="from entrance, lobby and the line of book and limits at a table; the client draws that line, "
                "and tests/browser/test_around_the_table.py clicks it"),
    _point(15, "each wager is bound to a version of the rules",
           f"{SERVER}config/test_added_bets.py::test_the_fingerprint_is_another_and_an_audit_finds_the_book_by_its_id",
           f"{SERVER}floor/test_removed_tables.py::"
           "test_a_table_whose_rules_have_changed_gives_the_stakes_back_and_takes_another_shoe"),
    _point(16, "recall of rounds: time, cards, bets, commission, balances",
           f"{RECORD}test_a_patron_reads_their_own_rounds_and_nobody_else_s",
           f"{RECORD}test_pages_follow_each_other_without_gap_or_repeat",
           f"{SERVER}record/test_play_record.py::test_a_coup_is_kept_as_it_was_and_as_it_became",
           note="nothing is deleted, so six months are kept as long as the operator keeps the database"),
    _point(17, "a replay is marked as a replay",
           f"{RECORD}test_a_round_is_replayed_with_one_s_own_bets_only",
           f"{RECORD}test_a_cancelled_round_is_replayed_as_far_as_it_went",
           note="the mark is drawn by the client; these tests do not see it"),
    _point(18, "an interrupted round is completed, and held funds are reported",
           f"{SERVER}run/test_kill_and_resume.py::test_a_killed_floor_goes_on_where_it_was",
           f"{SERVER}days/test_days.py::test_what_was_owed_at_the_end_of_a_day_is_noted_once"),
    _point(19, "a round that cannot be completed is void, stakes go back, and it is logged",
           f"{TABLE}incidents.py::test_a_cancelled_coup_returns_every_stake_and_gives_its_number_back",
           f"{REST}settled_rounds.py::test_a_round_is_voided_without_a_dispute_and_the_log_says_what_stood_before"),
    _point(20, "play can be stopped: everything, a table, a game, a patron; the running round is concluded",
           f"{SERVER}watching/test_closing.py::test_a_table_is_closed_after_its_round_and_stays_closed_through_a_restart",
           f"{SERVER}watching/test_closing.py::test_the_whole_floor_and_every_table_of_a_book",
           f"{REST}suspension.py::test_a_patron_is_suspended_and_restored"),
    _point(21, "significant events with user, reason, before and after",
           f"{STAFF_LOG}test_an_entry_says_who_in_which_role_from_where_on_what_for_how_much_and_how_it_ended",
           f"{REST}settled_rounds.py::test_a_round_is_voided_without_a_dispute_and_the_log_says_what_stood_before"),
    _point(22, "logs show tampering",
           f"{INSPECTION}test_one_changed_byte_of_the_chain_is_found_once",
           f"{INSPECTION}test_changed_rows_are_found_and_named",
           f"{REST}staff.py::test_the_staff_log_is_a_chain_of_its_own"),
    _point(23, "a digest of program and configuration every 24 hours and on demand",
           f"{SERVER}floor/test_digests.py::test_the_job_takes_one_at_the_start_after_a_reload_and_every_day",
           f"{SERVER}floor/test_digests.py::"
           "test_a_change_is_named_and_is_an_alarm_unless_a_start_or_a_reload_explains_it"),
    _point(24, "one source of time",
           f"{SERVER}claim/test_steady_clock.py::test_setting_the_clock_changes_no_duration",
           f"{SERVER}claim/test_steady_clock.py::test_a_table_plays_on_at_its_pace_while_the_clock_is_set"),
    _point(25, "export as CSV",
           f"{RECORD}test_the_record_as_csv_has_a_line_for_each_bet_in_whole_currency",
           f"{STAFF_LOG}test_the_file_has_every_part_in_utc_and_no_cell_that_a_spreadsheet_would_run",
           f"{SERVER}days/test_days.py::test_the_pdf_and_the_csv_have_the_same_figures"),
    _point(26, "actual against theoretical return, with alarms",
           f"{SERVER}figures/test_return_watch.py::test_an_honest_shoe_is_not_alarming_and_a_generous_one_is",
           f"{SERVER}figures/test_metrics.py::test_returns_stand_beside_their_theory_and_an_alarm_is_logged_once"),
    _point(27, "sign in again when idle; lock-out after three failures",
           f"{REST}accounts.py::test_an_idle_session_sees_who_it_is_and_nothing_more_until_the_password_comes",
           f"{SERVER}people/test_accounts.py::test_a_name_is_locked_after_repeated_failures_whether_it_exists_or_not",
           note="unless the floor's file says otherwise: failures_max"),
    _point(28, "own limits: lower at once, higher after 24 hours",
           f"{PROTECTION}test_a_limit_tightens_at_once_and_loosens_after_a_day",
           f"{PROTECTION}test_a_restart_keeps_limits_and_counts_the_day_from_the_record"),
    _point(29, "reality check, elapsed time, net position",
           f"{PROTECTION}test_a_reality_check_comes_at_the_shorter_interval",
           f"{REST}money.py::test_me_shows_how_long_and_how_much_was_played"),
    _point(30, "Great Britain: five seconds a round, no turbo, no auto-play",
           f"{FLOOR_FILE}test_the_uk_house_keeps_the_session_in_sight_and_plays_one_game_at_a_time_by_hand",
           f"{FLOOR_FILE}test_no_table_is_faster_than_the_house_allows"),
    _point(31, "a demo is labelled and has the same odds",
           f"{FLOOR_FILE}test_the_demo_floor_has_every_book_timed_and_on_demand_and_a_live_table",
           f"{REST}floor_pages.py::test_a_book_comes_with_its_exact_odds",
           note="the same books are dealt; the label is drawn by the client, and these tests do not see it"),
    _point(32, "bots in a demo only, and marked",
           "tests/cli/operating/test_serve.py::test_bots_play_on_a_demo_floor_only",
           f"{SERVER}jobs/test_bots_on_a_floor.py::test_bots_play_with_money_of_their_own_and_count_nowhere"),
    _point(33, "shoes are audited; an impossible card stops the round",
           f"{TABLE}incidents.py::test_a_card_that_cannot_be_stops_the_coup",
           f"{SERVER}dealing/test_irregularities.py::test_a_ninth_card_names_the_rounds_of_the_other_eight",
           f"{SERVER}keeping/test_inspected_rounds.py::test_a_card_that_came_too_often_is_named"),
    _point(34, "cards entered by hand need a second person",
           f"{REST}deeds_for_two.py::test_a_typed_card_without_a_second_person_waits_and_is_not_dealt",
           f"{SERVER}dealing/test_confirmations.py::test_nobody_else_counts"),
    _point(35, "statistics by table and by dealer",
           f"{SERVER}watching/test_floor_watch.py::test_sums_of_the_day_and_deviations_by_hand",
           f"{SERVER}watching/test_returns_by_dealer.py::"
           "test_rounds_count_for_the_dealer_who_dealt_them_and_add_up_to_the_table"),
    _point(36, "chat kept for 90 days; a report of tips",
           f"{RECORD}test_tips_are_in_the_record_in_the_file_and_in_a_report_of_their_own",
           f"{SERVER}talk/test_table_talk.py::test_whatever_is_said_and_decided_goes_into_the_record",
           f"{TALK}test_talk_is_read_back_after_a_restart_of_the_floor",
           f"{TALK}test_lines_wait_for_a_lost_store_and_those_beyond_the_queue_are_counted",
           f"{TALK}test_housekeeping_forgets_talk_after_the_days_of_the_floors_file",
           f"{TALK}test_what_a_person_said_is_erased_with_the_person",
           f"{CONSOLES}kept_talk.py::test_a_supervisor_reads_what_was_said_and_who_decided_about_it",
           f"{CONSOLES}kept_talk.py::test_who_may_read_it",
           note="90 days unless the floor's file says otherwise; erased earlier with a person who is erased"),
)  # fmt: skip

NAMED_TESTS = frozenset(test for point in POINTS for test in point.tests)
