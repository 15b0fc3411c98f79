CREATE TABLE "call_lines" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"call_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"side" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"ms" integer
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"robot_name" text NOT NULL,
	"place_name" text DEFAULT '' NOT NULL,
	"origin" text NOT NULL,
	"tool" text NOT NULL,
	"state" text NOT NULL,
	"area" text DEFAULT '' NOT NULL,
	"operator_id" text,
	"operator_name" text,
	"session_id" text,
	"declined" jsonb NOT NULL,
	"is_asked_to_wait" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rang_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"lost_at" timestamp (3) with time zone,
	"loss" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	"end" text,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"interrupted_ms" integer DEFAULT 0 NOT NULL,
	"operator_seen_at" timestamp (3) with time zone,
	"has_media" boolean DEFAULT false NOT NULL,
	"round_trip" double precision,
	"screen" jsonb,
	"topic" text,
	"note" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "call_lines" ADD CONSTRAINT "call_lines_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "call_lines_call" ON "call_lines" USING btree ("call_id","id");--> statement-breakpoint
CREATE INDEX "calls_robot" ON "calls" USING btree ("serial_number","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "calls_created" ON "calls" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "calls_due" ON "calls" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "calls_open" ON "calls" USING btree ("serial_number") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "calls_ended" ON "calls" USING btree ("ended_at") WHERE ended_at is not null;