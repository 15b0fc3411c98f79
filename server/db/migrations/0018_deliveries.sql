CREATE TABLE "delivery_exports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"filter" jsonb NOT NULL,
	"language" text NOT NULL,
	"time_zone" text NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"file_id" text DEFAULT '' NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_steps" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"value" integer
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "number" bigserial NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "site_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "robot_delivery_id" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "origin" text DEFAULT 'robot' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "ended_from" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loader_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "recipient_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "destination_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_sealed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "pickup_sealed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "size" text DEFAULT 'small' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "compartment" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "wanted_robot" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "avoided_robot" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "created_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "created_by_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "loading_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "arrival_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "has_more_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "act" jsonb;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "returns" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "is_acknowledged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "keypad_locked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "delivery_steps" ADD CONSTRAINT "delivery_steps_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_exports_user" ON "delivery_exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_steps_delivery" ON "delivery_steps" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_created" ON "deliveries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_site" ON "deliveries" USING btree ("site_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_robots_id" ON "deliveries" USING btree ("serial_number","robot_delivery_id") WHERE robot_delivery_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("site_id","serial_number") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_on_board" ON "deliveries" USING btree ("serial_number") WHERE returns in ('returning', 'failed');--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("site_id","changed_at") WHERE ended_at is not null and not is_acknowledged and status not in ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_destination" ON "deliveries" USING btree ("destination","created_at" DESC NULLS LAST);--> statement-breakpoint
-- By hand: deliveries of earlier versions belong to their robot's site, and keep the names of their points.
UPDATE "deliveries" SET "site_id" = "robots"."site_id" FROM "robots" WHERE "robots"."serial_number" = "deliveries"."serial_number";--> statement-breakpoint
UPDATE "deliveries" SET "loading_name" = "points"."name" FROM "points" WHERE "points"."area_id" = "deliveries"."loading_point";--> statement-breakpoint
UPDATE "deliveries" SET "destination_name" = "points"."name" FROM "points" WHERE "points"."area_id" = "deliveries"."destination";
