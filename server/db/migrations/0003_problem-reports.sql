CREATE TABLE "problem_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"nickname" jsonb NOT NULL,
	"sentence" text NOT NULL,
	"page" text NOT NULL,
	"build" text NOT NULL,
	"capsule" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "problem_reports_received" ON "problem_reports" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "problem_reports_user" ON "problem_reports" USING btree ("user_id","received_at");