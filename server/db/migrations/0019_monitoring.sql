CREATE TABLE "track_hours" (
	"serial_number" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"working" integer NOT NULL,
	"standby" integer NOT NULL,
	"charging" integer NOT NULL,
	"alarm" integer NOT NULL,
	"stopped" integer NOT NULL,
	"silent" integer NOT NULL,
	CONSTRAINT "track_hours_serial_number_hour_pk" PRIMARY KEY("serial_number","hour")
);
--> statement-breakpoint
CREATE TABLE "track_periods" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "track_hours_hour" ON "track_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "track_periods_until" ON "track_periods" USING btree ("until_at");--> statement-breakpoint
-- By hand: tracks of earlier versions count as recorded without a pause.
INSERT INTO "track_periods" ("from_at", "until_at") SELECT min("from_at"), max("until_at") FROM "tracks" HAVING count(*) > 0;
