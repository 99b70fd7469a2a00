<?xml version="1.0" encoding="UTF-8"?>
<!-- Turns PIT's mutations.xml into the text that docs/howto/mutation-run.md describes: a table by class, then every
     mutant that no test noticed. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:key name="ofClass" match="mutation" use="mutatedClass"/>

  <xsl:template match="/mutations">
    <xsl:text>mutants killed survived not-reached killed% class&#10;</xsl:text>
    <xsl:for-each select="mutation[generate-id() = generate-id(key('ofClass', mutatedClass)[1])]">
      <xsl:sort select="mutatedClass"/>
      <xsl:call-template name="row">
        <xsl:with-param name="mutants" select="key('ofClass', mutatedClass)"/>
        <xsl:with-param name="name" select="mutatedClass"/>
      </xsl:call-template>
    </xsl:for-each>
    <xsl:call-template name="row">
      <xsl:with-param name="mutants" select="mutation"/>
      <xsl:with-param name="name" select="'all'"/>
    </xsl:call-template>
    <xsl:text>&#10;not killed&#10;</xsl:text>
    <xsl:for-each select="mutation[@detected = 'false']">
      <xsl:sort select="mutatedClass"/>
      <xsl:sort select="lineNumber" data-type="number"/>
      <xsl:value-of select="concat(mutatedClass, ':', lineNumber, ' ', mutatedMethod, ' ', @status, ' ', description, '&#10;')"/>
    </xsl:for-each>
  </xsl:template>

  <xsl:template name="row">
    <xsl:param name="mutants"/>
    <xsl:param name="name"/>
    <xsl:variable name="all" select="count($mutants)"/>
    <xsl:variable name="killed" select="count($mutants[@detected = 'true'])"/>
    <xsl:variable name="unreached" select="count($mutants[@status = 'NO_COVERAGE'])"/>
    <xsl:value-of select="concat($all, ' ', $killed, ' ', $all - $killed - $unreached, ' ', $unreached, ' ', format-number(100 * $killed div $all, '0.0'), ' ', $name, '&#10;')"/>
  </xsl:template>
</xsl:stylesheet>
