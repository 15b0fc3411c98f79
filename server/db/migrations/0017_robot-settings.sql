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
CREATE INDEX "learning_records_forget" ON "learning_records" USING btree ("forget_at");