CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"status" text NOT NULL,
	"phone_number" text NOT NULL,
	"loading_point" text NOT NULL,
	"destination" text NOT NULL,
	"loading_code" text NOT NULL,
	"pickup_code" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" text PRIMARY KEY NOT NULL,
	"serial_number" text NOT NULL,
	"name" text NOT NULL,
	"phone_number" text NOT NULL,
	"host" text NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	"signed_out_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "login_qrcodes" ALTER COLUMN "number" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "wall_keys" ADD COLUMN "kind" text NOT NULL;--> statement-breakpoint
ALTER TABLE "wall_keys" ADD COLUMN "serial_number" text;--> statement-breakpoint
CREATE INDEX "deliveries_robot" ON "deliveries" USING btree ("serial_number","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_phone" ON "deliveries" USING btree ("phone_number","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "visits_robot" ON "visits" USING btree ("serial_number","signed_in_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "visits_phone" ON "visits" USING btree ("phone_number","signed_in_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "login_qrcodes" DROP COLUMN "pick_up_hash";