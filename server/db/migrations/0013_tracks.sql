CREATE TABLE "tracks" (
	"serial_number" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone NOT NULL,
	"chunk" "bytea" NOT NULL,
	CONSTRAINT "tracks_serial_number_from_at_pk" PRIMARY KEY("serial_number","from_at")
) PARTITION BY RANGE ("from_at");
--> statement-breakpoint
-- Receives what no partition of a day was made for, so that no insert fails.
CREATE TABLE "tracks_other" PARTITION OF "tracks" DEFAULT;
