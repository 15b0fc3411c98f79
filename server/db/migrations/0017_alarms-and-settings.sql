CREATE TABLE "alarm_rule_revisions" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_rules" (
	"serial_number" text NOT NULL,
	"event" text NOT NULL,
	"is_on" boolean NOT NULL,
	"threshold" double precision,
	"ways" text[] NOT NULL,
	"first_roles" text[] NOT NULL,
	"second_roles" text[] NOT NULL,
	CONSTRAINT "alarm_rules_serial_number_event_pk" PRIMARY KEY("serial_number","event")
);
--> statement-breakpoint
CREATE TABLE "contact_roles" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"country_code" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"role_ids" text[] NOT NULL,
	"hours" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"serial_number" text NOT NULL,
	"event" text NOT NULL,
	"severity" text NOT NULL,
	"state" text NOT NULL,
	"raised_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"first_alarm_id" text NOT NULL,
	"last_alarm_id" text NOT NULL,
	"over_at" timestamp (3) with time zone,
	"value" double precision,
	"map_id" text,
	"x" double precision DEFAULT 0 NOT NULL,
	"y" double precision DEFAULT 0 NOT NULL,
	"theta" double precision DEFAULT 0 NOT NULL,
	"place_name" text DEFAULT '' NOT NULL,
	"picture_id" text,
	"owner_kind" text,
	"owner_id" text,
	"owner_name" text,
	"taken_at" timestamp (3) with time zone,
	"hand_over_to" text,
	"hand_over_name" text,
	"level_two_at" timestamp (3) with time zone,
	"level_two_told_at" timestamp (3) with time zone,
	"ask_again_at" timestamp (3) with time zone,
	"is_asked_again" boolean DEFAULT false NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"cause" text
);
--> statement-breakpoint
CREATE TABLE "alarm_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"to" text DEFAULT '' NOT NULL,
	"level" integer,
	"text" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"level" integer NOT NULL,
	"contact_id" text NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"target" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "alarm_pictures" (
	"file_id" text PRIMARY KEY NOT NULL,
	"case_id" text NOT NULL,
	"moment" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "learning_records" (
	"serial_number" text NOT NULL,
	"learning_id" text NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"taught_by" text NOT NULL,
	"by_stranger" boolean NOT NULL,
	"in_use" boolean NOT NULL,
	"uses" integer NOT NULL,
	"learned_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decided_by" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"forget_at" timestamp (3) with time zone,
	"forgotten_at" timestamp (3) with time zone,
	CONSTRAINT "learning_records_serial_number_learning_id_pk" PRIMARY KEY("serial_number","learning_id")
);
--> statement-breakpoint
CREATE TABLE "robot_settings" (
	"serial_number" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"wanted" jsonb NOT NULL,
	"reported" jsonb NOT NULL,
	"refused" jsonb NOT NULL,
	"reported_version" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"policy_version" text DEFAULT '' NOT NULL,
	"policy_by" text DEFAULT '' NOT NULL,
	"policy_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "map_pictures" ALTER COLUMN "png" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "test" jsonb;--> statement-breakpoint
ALTER TABLE "robots" ADD COLUMN "driving_cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "map_pictures" ADD COLUMN "file_id" text;--> statement-breakpoint
ALTER TABLE "contact_roles" ADD CONSTRAINT "contact_roles_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_entries" ADD CONSTRAINT "alarm_entries_case_id_alarm_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."alarm_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_notifications" ADD CONSTRAINT "alarm_notifications_case_id_alarm_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."alarm_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_pictures" ADD CONSTRAINT "alarm_pictures_case_id_alarm_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."alarm_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_roles_site" ON "contact_roles" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "contacts_site" ON "contacts" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone" ON "contacts" USING btree ("site_id","phone_number");--> statement-breakpoint
CREATE INDEX "alarm_cases_robot" ON "alarm_cases" USING btree ("serial_number","raised_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "alarm_cases_raised" ON "alarm_cases" USING btree ("raised_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "alarm_cases_unresolved" ON "alarm_cases" USING btree ("serial_number","event","last_at") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "alarm_cases_place" ON "alarm_cases" USING btree ("map_id","raised_at") WHERE map_id is not null;--> statement-breakpoint
CREATE INDEX "alarm_cases_level_two" ON "alarm_cases" USING btree ("level_two_at") WHERE level_two_at is not null;--> statement-breakpoint
CREATE INDEX "alarm_cases_ask_again" ON "alarm_cases" USING btree ("ask_again_at") WHERE ask_again_at is not null;--> statement-breakpoint
CREATE INDEX "alarm_cases_first_alarm" ON "alarm_cases" USING btree ("first_alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_cases_last_alarm" ON "alarm_cases" USING btree ("last_alarm_id");--> statement-breakpoint
CREATE INDEX "alarm_cases_resolved" ON "alarm_cases" USING btree ("resolved_at") WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX "alarm_entries_case" ON "alarm_entries" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "alarm_notifications_case" ON "alarm_notifications" USING btree ("case_id","at");--> statement-breakpoint
CREATE INDEX "alarm_notifications_contact" ON "alarm_notifications" USING btree ("contact_id","at");--> statement-breakpoint
CREATE INDEX "alarm_notifications_queued" ON "alarm_notifications" USING btree ("case_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "alarm_pictures_case" ON "alarm_pictures" USING btree ("case_id","at");--> statement-breakpoint
CREATE INDEX "learning_records_forget" ON "learning_records" USING btree ("forget_at");--> statement-breakpoint
-- By hand: robots that confirmed a Stop, or drove, before orders depended on it keep driving.
UPDATE "robots" SET "driving_cleared_at" = "used"."at" FROM (
	SELECT "r"."serial_number", coalesce(min("c"."ended_at"), "r"."driven_at") AS "at"
	FROM "robots" "r"
	LEFT JOIN "commands" "c" ON "c"."serial_number" = "r"."serial_number"
		AND "c"."state" = 'finished' AND "c"."kind" IN ('stop', 'goTo', 'cruise', 'charge')
	WHERE "r"."retired_at" IS NULL
	GROUP BY "r"."serial_number"
) "used" WHERE "used"."serial_number" = "robots"."serial_number" AND "used"."at" IS NOT NULL;
