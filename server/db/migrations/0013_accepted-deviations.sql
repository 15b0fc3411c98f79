CREATE TABLE "accepted_deviations" (
	"serial_number" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"meaning" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accepted_deviations_serial_number_kind_value_pk" PRIMARY KEY("serial_number","kind","value")
);
--> statement-breakpoint
ALTER TABLE "accepted_deviations" ADD CONSTRAINT "accepted_deviations_serial_number_robots_serial_number_fk" FOREIGN KEY ("serial_number") REFERENCES "public"."robots"("serial_number") ON DELETE cascade ON UPDATE no action;